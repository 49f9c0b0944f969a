"""Exported networks: small files, the same answers, no trace of where they were trained."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from vision.network import open_network
from vision.training.export import store_as_half


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
