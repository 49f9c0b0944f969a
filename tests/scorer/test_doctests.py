"""The examples in the scorer's docstrings run."""

import doctest
import importlib
import pkgutil

import pytest

import scorer

MODULES = [item.name for item in pkgutil.iter_modules(scorer.__path__, "scorer.") if not item.ispkg]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
