package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer/assess"
	"github.com/neuronlint/neuronlint/internal/regular"
)

// maxAssessInput is the size of the largest file that an assessment takes.
const maxAssessInput = 64 << 20

// hoursOfMonth is how long a machine runs that runs all the time.
const hoursOfMonth = 730

// priced reads the prices, if any are given.
func (f *assessFlags) priced() (*assess.Prices, error) {
	switch {
	case f.prices == "" && (f.dayRate != 0 || f.hours != hoursOfMonth):
		return nil, errors.New("--day-rate and --hours need --prices")
	case f.prices == "":
		return nil, nil //nolint:nilnil // none were given
	case f.dayRate < 0 || f.hours <= 0:
		return nil, errors.New("--day-rate and --hours must be positive")
	}
	data, err := regular.Read(f.prices, maxAssessInput)
	if err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	hour, err := assess.ReadPrices(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return &assess.Prices{Hour: hour, DayRate: f.dayRate, Hours: f.hours}, nil
}

// earlier reads an assessment that was written as JSON; nil if there is none to read.
func earlier(file string) (*assess.Assessment, error) {
	if file == "" {
		return nil, nil //nolint:nilnil // none was asked for
	}
	data, err := regular.Read(file, maxAssessInput)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var a assess.Assessment
	if err := json.Unmarshal(data, &a); err != nil || a.Verdict == "" {
		return nil, fmt.Errorf("compare: %s is no assessment: write one with neuronlint assess --format json", file)
	}
	if a.SchemaVersion != assess.SchemaVersion {
		return nil, fmt.Errorf("compare: %s has version %d of the schema, and this program knows %d", file, a.SchemaVersion, assess.SchemaVersion)
	}
	return &a, nil
}
