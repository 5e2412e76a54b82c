package syntax

// AtImport reports whether n is evaluated when its module is imported: it stands
// outside of all functions, or in a default or a decorator of one that does.
func (t *Tree) AtImport(n Node) bool {
	for fn := t.EnclosingFunction(n); fn != None; fn = t.EnclosingFunction(fn) {
		if t.Within(n, t.Body(fn)) {
			return false
		}
	}
	return true
}

// InSignature reports whether n is evaluated when a module defines a function or a class:
// in a decorator, or as the default or the annotation of a parameter.
func (t *Tree) InSignature(n Node) bool {
	if !t.AtImport(n) {
		return false
	}
	for ; n != None; n = t.Parent(n) {
		switch t.Kind(n) {
		case KindDecorator, KindParameters, KindLambdaParameters:
			return true
		}
	}
	return false
}
