"""The words in which the judge writes down a specification: operations, parameters, records, lines."""

from typing import Any

from msgspec import Struct

from contract.shapes import Shape, fields, integer

MESSAGING = "messaging"
GUIDE = "guide"
OBSERVED = "observed"
"""Where a statement comes from: a specification, or what servers do where the first is silent."""


class Line(Struct, frozen=True, kw_only=True):
    """One line of a table, or one numbered sentence, of a specification."""

    spec: str
    table: str
    """The heading under which it stands."""
    key: str
    """Which line of the table."""
    of: tuple[str, ...] = ()
    """The operations without which it cannot be seen, as ``POST /typing``."""

    def __str__(self) -> str:
        """Return the line's name in the list of checks."""
        return f"{self.spec} | {self.table} | {self.key}"


class Missing(Struct, frozen=True):
    """Stands where a parameter has no default that is known."""


NO_DEFAULT = Missing()


class Sample(Struct, frozen=True):
    """A value that a client may send, and the texts that may carry it."""

    value: Any
    texts: tuple[str, ...]


class Parameter(Struct, frozen=True, kw_only=True):
    """One parameter of an operation."""

    name: str
    shape: Shape
    required: bool = False
    when: str = ""
    """The condition under which it is required, when it is not always so."""
    default: Any = NO_DEFAULT
    since: int | None = None
    """The feature level that brought it."""
    until: int | None = None
    """The feature level that took it away."""
    rule: str = ""
    """What else is said of it."""
    example: Any
    """A value that a client may send."""
    wire: str
    """The text of the form or query field that carries the example."""
    also: tuple[Sample, ...] = ()
    """Further values, of other kinds that are allowed."""
    wrong: tuple[str, ...] | None = None
    """Texts to be refused; those of the shape when not given."""
    in_path: bool = False
    spec: str | None = None
    """Where it comes from, if not from where its operation does."""

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Every value that is given for it."""
        return (Sample(self.example, (self.wire,)), *self.also)

    @property
    def refused(self) -> tuple[str, ...]:
        """The texts that a server must refuse."""
        return self.shape.wrong if self.wrong is None else self.wrong


class Field(Struct, frozen=True, kw_only=True):
    """One field of a record or of an answer."""

    name: str
    shape: Shape
    always: bool = True
    when: str = ""
    """When it is there, if not always."""
    since: int | None = None


def has(name: str, shape: Shape, *, since: int | None = None) -> Field:
    """Return a field that is always there."""
    return Field(name=name, shape=shape, since=since)


def may_have(name: str, shape: Shape, when: str, *, since: int | None = None) -> Field:
    """Return a field that is there on a condition only."""
    return Field(name=name, shape=shape, always=False, when=when, since=since)


class Record(Struct, frozen=True, kw_only=True):
    """An object with named fields."""

    name: str
    heading: str
    fields: tuple[Field, ...]
    observed: tuple[Field, ...] = ()
    """Fields that servers send although the specification does not show them."""
    closed: bool = True
    spec: str = MESSAGING
    of: tuple[str, ...] = ()
    """The operations in whose answers it stands."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """Everything that is said of this record, a line for each field."""
        return tuple(
            Line(spec=self.spec, table=self.heading, key=field.name, of=self.of) for field in self.fields
        )

    @property
    def shape(self) -> Shape:
        """The kind of JSON value that such an object is."""
        known = self.fields + self.observed
        return fields(
            {field.name: field.shape for field in known if field.always},
            {field.name: field.shape for field in known if not field.always},
            name=self.name,
            closed=self.closed,
        )


class Refusal(Struct, frozen=True, kw_only=True):
    """One way in which an operation is documented to fail."""

    condition: str
    code: str = "BAD_REQUEST"
    extra: tuple[Field, ...] = ()
    """The fields beside ``result``, ``msg`` and ``code``."""
    status: int = 400
    """Observed, except where the specification gives it."""


class Operation(Struct, frozen=True, kw_only=True):
    """One call that a client may make."""

    spec: str = MESSAGING
    heading: str
    """Under which heading the specification describes it."""
    method: str
    path: str
    """With ``{holes}``, without ``/api/v1``."""
    parameters: tuple[Parameter, ...] = ()
    answer: tuple[Field, ...] = ()
    """The fields of a success beside ``result`` and ``msg``."""
    answer_observed: tuple[Field, ...] = ()
    """Fields that servers send although nobody shows them."""
    answer_open: bool = False
    """Whether the specification says that there are fields which it does not show."""
    refusals: tuple[Refusal, ...] = ()
    file: str = ""
    """Under which name a client sends the file that may go with it; servers take any name."""
    needs_file: bool = False
    login: bool = True
    administrators: bool = False
    since: int | None = None
    emits: tuple[str, ...] = ()
    """Events that a success tells, ``type`` or ``type/op``."""
    alias_of: str = ""
    """The path that means the same; all else is said there."""

    @property
    def key(self) -> str:
        """Return what the operation is called in lists: method and path."""
        return f"{self.method} {self.path}"

    @property
    def holes(self) -> tuple[Parameter, ...]:
        """The parameters that stand in the path."""
        return tuple(parameter for parameter in self.parameters if parameter.in_path)

    @property
    def sent(self) -> tuple[Parameter, ...]:
        """The parameters that travel in the form or the query."""
        return tuple(parameter for parameter in self.parameters if not parameter.in_path)

    @property
    def answer_shape(self) -> Shape:
        """The kind of JSON value that a success is, without its envelope."""
        known = self.answer + self.answer_observed
        return fields(
            {field.name: field.shape for field in known if field.always},
            {field.name: field.shape for field in known if not field.always},
            name=f"answer of {self.key}",
            closed=not self.answer_open,
        )

    def parameter(self, name: str) -> Parameter:
        """Return the parameter of that name."""
        return next(parameter for parameter in self.parameters if parameter.name == name)

    def line(self, key: str, *, spec: str | None = None) -> Line:
        """Return the line about one parameter, field or refusal of this operation."""
        return Line(spec=spec or self.spec, table=self.heading, key=key, of=(self.key,))

    def line_of(self, said: Parameter | Field | Refusal) -> Line:
        """Return the line about one parameter, field or refusal of this operation."""
        if isinstance(said, Parameter):
            return self.line(f"parameter {said.name}", spec=said.spec)
        if isinstance(said, Field):
            spec = OBSERVED if said in self.answer_observed else None
            return self.line(f"answer {said.name}", spec=spec)
        return self.line(f"refusal: {said.condition}")

    @property
    def lines(self) -> tuple[Line, ...]:
        """Everything that is said of this operation, a line each."""
        if self.alias_of:
            return (self.line("method and path"),)
        return (
            self.line("method and path"),
            *(self.line_of(parameter) for parameter in self.parameters),
            *(self.line_of(field) for field in (*self.answer, *self.answer_observed)),
            *(self.line_of(refusal) for refusal in self.refusals),
        )


def path_integer(name: str, example: int) -> Parameter:
    """Return an integer that stands in the path."""
    return Parameter(
        name=name, shape=integer, required=True, in_path=True, example=example, wire=str(example)
    )
