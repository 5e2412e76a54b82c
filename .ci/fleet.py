"""Runs the SQL of docs/fleet.md in a folder with the tables out and old, and holds what .ci/fleet
has made against them."""

import re
import sys

import duckdb

page = open(sys.argv[1], encoding="utf-8").read()
queries = re.findall(r"\n([^\n]+):\n\n```sql\n(.*?)```", page, re.S)
assert len(queries) >= 9, f"{len(queries)} queries"
answers = {}
for title, sql in queries:
    answers[title] = duckdb.sql(sql).fetchall()
    print(f"{title}: {len(answers[title])} rows")

assert {row[0] for row in answers["The verdicts"]} == {"blocked", "work", "ready"}, answers["The verdicts"]
assert answers["What blocks most repositories"], "a kernel blocks"
assert {row[0] for row in answers["Effort by team"]} == {"vision", "data"}, answers["Effort by team"]
operators = {name: row for name, *row in answers["Operators by use, with the calls that the stack restricts"]}
assert operators["torch.zeros"][0] >= 2 and operators["torch.Tensor.cuda"][2] > 0, operators
assert answers["The change between two runs"] == [], "the runs are the same"
failures = {(reason, scope) for scope, reason, *_ in answers["What was not judged, and why"]}
wanted = {
    ("broken_line", "repository"), ("duplicate", "repository"), ("not_found", "repository"), ("no_commits", "repository"),
    ("too_many_files", "repository"), ("file_too_large", "part"), ("submodule", "part"), ("lfs_pointer", "part"),
    ("clone_failed", "repository"), ("bad_location", "repository"),
}
assert failures == wanted, failures

# Repositories with odd names and hostile settings are judged like others.
odd = duckdb.sql("SELECT repository, count(DISTINCT path) FROM 'out/findings/*.parquet' WHERE repository IN ('odd', 'hostile') GROUP BY 1").fetchall()
assert dict(odd) == {"odd": 9, "hostile": 1}, odd

# Every row of a table has its repository, and findings have their causes.
for table in ("entry_points", "causes", "findings", "operators", "libraries", "models", "measurements"):
    orphans = duckdb.sql(f"SELECT count(*) FROM 'out/{table}/*.parquet' ANTI JOIN 'out/repositories/*.parquet' USING (unit)").fetchall()
    assert orphans == [(0,)], table
orphans = duckdb.sql("SELECT count(*) FROM 'out/findings/*.parquet' f ANTI JOIN 'out/causes/*.parquet' USING (unit, cause) WHERE f.cause <> ''").fetchall()
assert orphans == [(0,)], "findings without a cause"
sums = duckdb.sql("SELECT (SELECT sum(safe + unsafe + hand + test_findings) FROM 'out/repositories/*.parquet'), (SELECT count(*) FROM 'out/findings/*.parquet' WHERE ends NOT IN ('', 'speed'))").fetchall()
assert sums[0][0] == sums[0][1] > 0, sums
