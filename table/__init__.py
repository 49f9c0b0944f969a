"""The night at one table: seats, rounds, clock and the account, kept in a database.

`TableBook` (in `table.book`) is the only door to it; every action is one transaction.
"""
