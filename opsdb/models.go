package opsdb

import (
	"io/fs"
	"strings"
)

// Model says that a library for Neuron has a model, or no longer has it.
type Model struct {
	Family    string   // the source's name of it, "Llama4", or "*" for all models of the library
	ModelType string   // model_type of its configuration in Transformers, "" if the source has none
	Library   string   // "NxD Inference", "optimum-neuron", …
	Mode      string   // inference, export or training
	Classes   []string // of the library and of Transformers, as far as they are named
	Status    string   // supported, production, beta, registered, sample, contrib, broken, limited, maintenance, ended
	Targets   []string // hardware the source names, nil if none
	Condition string   // further conditions: tasks, shapes, contradictions
	Ref       Ref
}

// modelTable holds the models in the order of the file.
type modelTable []Model

// loadModels reads models.tsv.
func loadModels(fsys fs.FS) (modelTable, error) {
	var table modelTable
	s := &schema{file: "models.tsv", keys: 7, columns: []string{
		"family", "model_type", "library", "mode", "classes", "sdk", "targets",
		"status", "condition", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		m := Model{
			Family:    r.get("family"),
			ModelType: r.get("model_type"),
			Library:   r.must("library"),
			Mode:      oneOf(r, "mode", "inference", "export", "training"),
			Classes:   r.list("classes"),
			Status: oneOf(r, "status", "supported", "production", "beta", "registered", "sample",
				"contrib", "broken", "limited", "maintenance", "ended"),
			Targets:   r.targets(),
			Condition: r.get("condition"),
			Ref:       r.ref(),
		}
		r.must("sdk")
		m.Ref.SDK = r.sdkRange()
		table = append(table, m)
	})
	return table, err
}

// On tells whether the row says something of an instance family and an SDK.
func (m Model) On(instance, sdk string) bool {
	return covers(m.Targets, instance) && SDKInRange(sdk, m.Ref.SDK)
}

// Model returns the rows of a model by the model_type of its configuration, or by the
// name of its family, in any case. Rows for Inf1 alone are not among them.
func (db *DB) Model(modelType string) []Model {
	var found []Model
	if modelType == "" {
		return nil
	}
	for _, m := range db.Models() {
		if named := m.ModelType == modelType || strings.EqualFold(m.Family, modelType); named && !inf1Only(m.Targets) {
			found = append(found, m)
		}
	}
	return found
}

// Models returns the whole table, rows for Inf1 included.
func (db *DB) Models() []Model {
	table, _ := db.models()
	return table
}
