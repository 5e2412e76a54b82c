"""Holds a job definition for AWS Batch against the model of the service that AWS's own clients
check requests by: no unknown field, all that are required, the right types and words."""

import json
import sys

from botocore.session import Session
from botocore.validate import ParamValidator

job = json.load(open(sys.argv[1], encoding="utf-8"))
shape = Session().get_service_model("batch").operation_model("RegisterJobDefinition").input_shape


def words(value, shape, at):
    """Yield what is wrong with the words of a value; the validator does not look at them."""
    if shape.type_name == "structure":
        for name, part in value.items():
            yield from words(part, shape.members[name], f"{at}.{name}")
    elif shape.type_name == "list":
        for i, part in enumerate(value):
            yield from words(part, shape.member, f"{at}[{i}]")
    elif shape.type_name == "string" and shape.enum and value not in shape.enum:
        yield f"{at}: {value!r} is none of {', '.join(shape.enum)}"


def problems(job):
    report = ParamValidator().validate(job, shape)
    return report.generate_report() if report.has_errors() else "\n".join(words(job, shape, "job"))


if wrong := problems(job):
    sys.exit(wrong)
# The check must be one that can fail.
assert problems(job | {"jobDefinitionNames": "x"}) and problems(job | {"type": "containers"}) and problems(job | {"timeout": 1})
# A parameter that is named must be there.
named = {word.removeprefix("Ref::") for word in job["containerProperties"]["command"] if word.startswith("Ref::")}
assert named == set(job["parameters"]), named
