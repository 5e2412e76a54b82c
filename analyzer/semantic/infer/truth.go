package infer

// Truth is a truth value as far as it can be known.
type Truth int8

// The values of a Truth.
const (
	Unknown Truth = iota
	Yes
	No
)

// Not is the contrary; what is unknown stays so.
func (v Truth) Not() Truth {
	switch v {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Unknown
}

// TruthOf is a truth value that is known.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}
