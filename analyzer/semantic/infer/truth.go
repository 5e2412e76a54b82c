package infer

// Truth is a truth value that may be unknown.
type Truth int8

// The values of a Truth.
const (
	Unknown Truth = iota
	Yes
	No
)

// Not is the negation; Unknown stays Unknown.
func (v Truth) Not() Truth {
	switch v {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Unknown
}

// TruthOf converts a known truth value.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}
