package driver

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// doubt is the reason that keeps a fix from being safer than it is together with its
// group: from being safe, or from being made at all.
func doubt(fd *finding, i int, safety edit.Safety, safe, wide *solution) edit.Doubt {
	switch safety {
	case edit.Unsafe:
		return safe.doubt(fd, i)
	case edit.Display:
		return wide.doubt(fd, i)
	}
	return edit.Doubt{}
}

// doubt is the reason that keeps a fix out of a solution: the doubt of the rule or of all
// files together about the fix itself, or else why its group failed, followed to its root.
func (s *solution) doubt(fd *finding, i int) edit.Doubt {
	own := fd.fixTrust(i).Doubt
	why := own
	if fd.fixSafety(i) >= s.least {
		id, _ := groupOf(fd, i)
		if why = s.groups.why(id); why.None() { // the fixes of its group do without it
			why = fd.stillGuarded(s)
		}
		why = s.root(fd, why)
	}
	if why.Path == fd.Path {
		why.Path = ""
	}
	if why.Path == "" && why.Span == fd.Span {
		if why.Span = (source.Span{}); why.Text != own.Text {
			why.Text = "another change on this line has " + s.none()
		}
	}
	return why
}

// lacking is why a finding has no fix that is safe enough in a group, or in any if the
// group has no name.
func (fd *finding) lacking(group edit.GroupID) edit.Doubt {
	for i := range fd.Fixes {
		if id, _ := groupOf(fd, i); (id == group || group == "") && !fd.fixTrust(i).Doubt.None() {
			return fd.fixTrust(i).Doubt.At(fd.Path, fd.Span).In(fd.Path)
		}
	}
	return edit.Doubt{Text: "this line must change with it, and has no fix", Path: fd.Path, Span: fd.Span}
}

// stillGuarded is the doubt against a finding for as long as its guard stays.
func (fd *finding) stillGuarded(s *solution) edit.Doubt {
	at, message := fd.guard()
	text := "the condition on this line keeps it from running on Neuron, and either stays or has " + s.none()
	if strings.HasSuffix(message, semantic.WithoutGPU) { // the condition is behind the name of a decorator
		text = "this line skips it without a GPU, by a condition that has to change first"
	}
	return edit.Doubt{Text: text, Path: fd.Path, Span: at, Waits: true}
}

// guard is the condition that keeps the code of a finding from running, with the message
// about it.
func (fd *finding) guard() (at source.Span, message string) {
	for i := range fd.Related {
		if strings.HasPrefix(fd.Related[i].Message, guardedHere) {
			return fd.Related[i].Span, fd.Related[i].Message
		}
	}
	return fd.Span, ""
}
