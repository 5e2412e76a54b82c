package opsdb

import "io/fs"

// Deployment tells the counterpart on Neuron of a piece of deployment made for GPUs: of
// an image, a resource of Kubernetes, a command, a package.
type Deployment struct {
	Category string // "kubernetes", "docker", "monitoring", …
	GPU      string // the entry for GPUs
	Neuron   string // the entry for Neuron, or the fact that holds there
	// Kind is rename, rewrite, keep, add, remove, removed (Neuron had it and
	// has it no more), constraint, manual or no-equivalent.
	Kind      string
	Condition string
	Targets   []string // hardware the row is about, nil for all
	Ref       Ref
}

// deployTable holds the rows in the order of the file.
type deployTable []Deployment

// loadDeploy reads deploy.tsv.
func loadDeploy(fsys fs.FS) (deployTable, error) {
	var table deployTable
	s := &schema{file: "deploy.tsv", keys: 3, columns: []string{
		"category", "gpu", "neuron", "kind", "condition", "targets", "sdk", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		d := Deployment{
			Category: r.get("category"),
			GPU:      r.must("gpu"),
			Neuron:   r.must("neuron"),
			Kind: oneOf(r, "kind", "rename", "rewrite", "keep", "add", "remove", "removed",
				"constraint", "manual", "no-equivalent"),
			Condition: r.get("condition"),
			Targets:   r.targets(),
			Ref:       r.ref(),
		}
		d.Ref.SDK = r.sdkRange()
		table = append(table, d)
	})
	return table, err
}

// Deploy returns the rows of a category, or all for "". Rows for Inf1 alone
// are not among them.
func (db *DB) Deploy(category string) []Deployment {
	table, _ := db.deploy()
	var found []Deployment
	for _, d := range table {
		if (category == "" || d.Category == category) && !inf1Only(d.Targets) {
			found = append(found, d)
		}
	}
	return found
}
