"""How Alembic reaches the database: through the connection, and in the transaction, of the caller.

Alembic loads this file by its path; see `table.database.upgrade`.
"""

from alembic import context

from table.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
