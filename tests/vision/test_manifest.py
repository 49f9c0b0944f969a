"""The manifest ties trained files to what is known of them."""

import pytest

from vision.errors import ModelError
from vision.manifest import Classifier, Detector, checksum, load_manifest, verified, write_entry


@pytest.fixture
def models(tmp_path):
    (tmp_path / "d.onnx").write_bytes(b"detector")
    (tmp_path / "c.onnx").write_bytes(b"classifier")
    common = {"input": "RGB", "classes": ["index"]}
    detector = Detector(file="d.onnx", sha256=checksum(tmp_path / "d.onnx"), **common)
    classifier = Classifier(file="c.onnx", sha256="0" * 64, temperature=1.5, **common)
    write_entry(tmp_path, "detector", detector)
    write_entry(tmp_path, "classifier", classifier)
    return tmp_path


def test_entries_come_back_as_written(models):
    manifest = load_manifest(models)
    assert manifest.detector.file == "d.onnx"
    assert manifest.classifier.temperature == 1.5


def test_a_file_with_the_right_checksum_is_given_out(models):
    assert verified(models, load_manifest(models).detector) == models / "d.onnx"


def test_a_changed_file_is_refused(models):
    with pytest.raises(ModelError, match=r"c\.onnx is not the file"):
        verified(models, load_manifest(models).classifier)


def test_a_missing_file_is_refused(models):
    (models / "d.onnx").unlink()
    with pytest.raises(ModelError, match=r"d\.onnx: No such file"):
        verified(models, load_manifest(models).detector)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"detector": 3}'])
def test_a_broken_manifest_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ModelError, match=r"manifest\.json"):
        load_manifest(tmp_path)
