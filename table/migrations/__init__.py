"""Formats of the database, oldest first; Alembic runs them inside one transaction."""
