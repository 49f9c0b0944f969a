"""Exported networks: small files, the same answers, no trace of where they were trained."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from vision.manifest import MODELS
from vision.network import open_network
from vision.training.export import keep_for_training, store_as_half


@pytest.fixture
def network(tmp_path):
    """One matrix product with noted metadata; its path and its weights."""
    weights = np.random.default_rng(0).normal(size=(64, 32)).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "product",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 64])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 32])],
        [numpy_helper.from_array(weights, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    helper.set_model_props(model, {"description": "trained on somebody's disk"})
    path = tmp_path / "full.onnx"
    onnx.save(model, str(path))
    return path, weights


def test_half_precision_files_answer_the_same(network, tmp_path):
    path, weights = network
    half = tmp_path / "half.onnx"
    store_as_half(path, half)
    seen = np.random.default_rng(1).normal(size=(1, 64)).astype(np.float32)
    (answer,) = open_network(half).run(None, {"x": seen})
    assert answer == pytest.approx(seen @ weights, abs=2e-2)
    assert half.stat().st_size < 0.7 * path.stat().st_size


def test_the_trainers_notes_are_left_out(network, tmp_path):
    path, _ = network
    half = tmp_path / "half.onnx"
    store_as_half(path, half)
    assert list(onnx.load(str(half)).metadata_props) == []
    assert b"somebody" not in half.read_bytes()


@pytest.mark.slow
def test_a_kept_checkpoint_holds_the_weights_and_no_path(tmp_path):
    import torch

    shipped = MODELS / "training" / "index_detector.pt"
    noted = torch.load(shipped, map_location="cpu", weights_only=False)
    noted["model"].pt_path = "/somebody/disk/last.pt"
    run = tmp_path / "last.pt"
    torch.save({**noted, "train_args": {"project": "/somebody/disk"}}, run)
    kept = tmp_path / "kept" / "index_detector.pt"
    keep_for_training(run, kept)
    assert b"somebody" not in kept.read_bytes()
    weights = torch.load(kept, map_location="cpu", weights_only=False)["model"].state_dict()
    expected = noted["model"].state_dict()
    assert weights.keys() == expected.keys()
    assert all(torch.equal(weights[name], expected[name]) for name in expected)
