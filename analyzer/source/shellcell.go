package source

import "bytes"

// shellHead is how many bytes and lines a cell begins with before the text that it hands to
// a shell; 0 if it hands none to one.
func shellHead(text []byte) (size, lines int) {
	start := beforeMagic(text)
	if start < 0 {
		return 0, 0
	}
	end := bytes.IndexByte(text[start:], '\n')
	if end < 0 {
		return 0, 0
	}
	words := bytes.Fields(text[start+2 : start+end])
	if len(words) > 1 && string(words[0]) == "script" {
		words = words[1:]
	}
	if len(words) == 0 {
		return 0, 0
	}
	switch string(words[0]) {
	case "bash", "sh", "shell":
		size = start + end + 1
		return size, bytes.Count(text[:size], []byte("\n"))
	}
	return 0, 0
}

// lineMasks blanks all lines of a text, and returns where they stood.
func lineMasks(text []byte) (masks []Span) {
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line := bytes.TrimRight(text[at:at+end], "\r")
		if len(line) > 0 {
			masks = append(masks, Span{at, at + len(line)})
			for i := range line {
				line[i] = ' '
			}
		}
		at += end + 1
	}
	return masks
}

// ShellCells are the texts of cells that are handed to a shell as a whole, as by %%bash.
func (f *File) ShellCells() (list []Span) {
	if f.notebook == nil {
		return nil
	}
	for i := range f.notebook.cells {
		if c := &f.notebook.cells[i]; c.shell {
			list = append(list, c.text)
		}
	}
	return list
}

// FirstPython is the offset of the first text that is not handed to a shell as a whole.
func (f *File) FirstPython() int {
	if f.notebook == nil {
		return 0
	}
	for i := range f.notebook.cells {
		if c := &f.notebook.cells[i]; !c.shell {
			return c.text.Start
		}
	}
	return 0
}
