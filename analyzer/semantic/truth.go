package semantic

// truth is a truth value as far as it can be known.
type truth int8

const (
	unknown truth = iota
	yes
	no
)

func (v truth) not() truth {
	switch v {
	case yes:
		return no
	case no:
		return yes
	}
	return unknown
}

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}
