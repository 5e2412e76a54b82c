package report

// OpsCUDA tells how a name of CUDA's side behaves where there is no CUDA.
type OpsCUDA struct {
	Name        string `json:"name"`
	Category    string `json:"category"`
	Consequence string `json:"consequence"` // raises, none, false, zero, no-op, host, harmless, unknown
	Reason      string `json:"reason"`      // completes "NAME ..."
	Evidence    string `json:"evidence"`
	Source      string `json:"source"`
}

// OpsReplacement is a rewrite's replacement for a name.
type OpsReplacement struct {
	Rewrite  string `json:"rewrite"`
	Action   string `json:"action"` // rename, rewrite, remove, keep, manual, none
	Text     string `json:"text"`
	Safety   string `json:"safety"` // of the fix: safe, unsafe, display; none where there is no fix
	Note     string `json:"note"`
	SDK      string `json:"sdk"` // the versions it needs
	Evidence string `json:"evidence"`
	Source   string `json:"source"`
}

// cuda prints the consequence without CUDA.
func (p *printer) cuda(c *OpsCUDA) {
	p.printf("  without CUDA: %s, it %s\n", p.bold(c.Consequence), plain(c.Reason))
	p.ground(c.Evidence, c.Source, "")
}

func (p *printer) replacement(r *OpsReplacement) {
	p.printf("  rewrite %s, SDK %s: %s", r.Rewrite, r.SDK, p.bold(r.Action))
	if r.Text != "" {
		p.printf(" %s", plain(r.Text))
	}
	if r.Safety != "none" {
		p.printf(" (%s)", r.Safety)
	}
	p.printf("\n    %s\n", plain(r.Note))
	p.ground(r.Evidence, r.Source, "")
}

// told tells whether a verdict only repeats the consequence without CUDA.
func (e *OpsEntry) told(v *OpsVerdict) bool {
	return e.CUDA != nil && v.Source == e.CUDA.Source
}
