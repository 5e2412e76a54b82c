package semantic

// Summary is [flow.Literals.Summary], with the groups that conditions make.
func (m *Model) Summary() *Summary { return m.Literals.Summary(m.Bundle) }

// Summary is the summary of a file of the project, given by its absolute path; nil if
// the file cannot be read. The interrupt, which may be nil, ends the work.
func (p *Project) Summary(name string, by *Interrupt) *Summary {
	core := p.ModelOf(name)
	if core == nil {
		return nil
	}
	m := of(core)
	m.InterruptBy(by)
	return m.Summarise(m.Bundle)
}
