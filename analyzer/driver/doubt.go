package driver

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// doubt is the reason that keeps a fix from being safe that is unsafe together with its
// group: the doubt of the rule or of all files together about the fix itself, or else why
// its group failed.
func (fd *finding) doubt(i int, safety edit.Safety, safe *solution) edit.Doubt {
	if safety != edit.Unsafe {
		return edit.Doubt{}
	}
	why := fd.fixTrust(i).Doubt
	if fd.fixSafety(i) != edit.Unsafe {
		id, _ := groupOf(fd, i)
		if why = safe.groups.why(id); why.None() { // the safe fixes of its group do without it
			why = fd.stillGuarded()
		}
	}
	if why.Path == fd.Path {
		why.Path = ""
	}
	return why
}

// lacking is why a finding has no fix that is safe enough in a group, or in any if the
// group has no name.
func (fd *finding) lacking(group edit.GroupID) edit.Doubt {
	for i := range fd.Fixes {
		if id, _ := groupOf(fd, i); (id == group || group == "") && fd.fixSafety(i) == edit.Unsafe {
			return fd.fixTrust(i).Doubt.At(fd.Path, fd.Span).In(fd.Path)
		}
	}
	return edit.Doubt{Text: "this line must change with it, and has no fix", Path: fd.Path, Span: fd.Span}
}

// stillGuarded is the doubt against a finding for as long as its guard stays.
func (fd *finding) stillGuarded() edit.Doubt {
	return edit.Doubt{Text: "this condition keeps it from running on Neuron, and either stays or has no safe fix", Path: fd.Path, Span: fd.guard()}
}

// guard is the condition that keeps the code of a finding from running.
func (fd *finding) guard() source.Span {
	for i := range fd.Related {
		if strings.HasPrefix(fd.Related[i].Message, guardedHere) {
			return fd.Related[i].Span
		}
	}
	return fd.Span
}
