package infer

// Confidence says how sure the resolution of a piece of code is.
type Confidence uint8

const (
	// Unresolved marks code that could not be resolved; nothing is reported on it.
	Unresolved Confidence = iota
	// Possible is a heuristic, hidden by default.
	Possible
	// Likely is inferred: from an annotation, a call site, a convention.
	Likely
	// Certain is resolved through imports, definitions and constructors.
	Certain
)

// String is the slug used in every output.
func (c Confidence) String() string {
	return [...]string{"unresolved", "possible", "likely", "certain"}[c]
}
