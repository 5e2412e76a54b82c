package assess

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Prices are what the user pays: nothing in them comes from this program.
type Prices struct {
	Hour    map[string]float64 // of an instance, by name
	DayRate float64            // of an engineer; 0 if it is not given
	Hours   float64            // that a machine runs in a month
}

// ReadPrices reads a CSV file with a header: the columns instance and hour, the price of
// an hour in any currency. Lines that begin with # are comments.
func ReadPrices(r io.Reader) (map[string]float64, error) {
	in := csv.NewReader(r)
	in.Comment, in.TrimLeadingSpace, in.FieldsPerRecord = '#', true, 2
	rows, err := in.ReadAll()
	switch {
	case err != nil:
		return nil, fmt.Errorf("prices: %w", err)
	case len(rows) == 0 || strings.Join(rows[0], ",") != "instance,hour":
		return nil, errors.New("prices: the first line must be instance,hour")
	}
	prices := make(map[string]float64)
	for _, row := range rows[1:] {
		price, err := strconv.ParseFloat(row[1], 64)
		if err != nil || price <= 0 || price > 1e9 {
			return nil, fmt.Errorf("prices: %q is no price of %s", row[1], row[0])
		}
		prices[row[0]] = price
	}
	return prices, nil
}

// Money compares the cost of machines, one of each, by the user's prices.
type Money struct {
	Hours       float64      `json:"hours"`    // a month
	DayRate     float64      `json:"day_rate"` // 0 if it is not given
	Comparisons []Comparison `json:"comparisons"`
	Unpriced    []string     `json:"unpriced"` // machines found whose price, or that of all candidates, is not given
	Before      float64      `json:"before"`   // a month, of all that are compared
	After       float64      `json:"after"`
	// Even is the number of months after which the effort for the code is paid off; nil
	// without a rate or a saving.
	Even *Range `json:"even,omitempty"`
}

// Comparison is a machine with its cheapest candidate, in money a month.
type Comparison struct {
	From   string  `json:"from"`
	To     string  `json:"to"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// hoursOfDay are the hours of work in a day.
const hoursOfDay = 8

// money compares the machines that were found; nil without prices.
func money(a *Assessment, p *Prices) *Money {
	if p == nil {
		return nil
	}
	m := &Money{Hours: p.Hours, DayRate: p.DayRate, Comparisons: []Comparison{}, Unpriced: []string{}}
	for i := range a.Instances {
		c, ok := p.compare(&a.Instances[i], a.Profile.Target)
		if !ok {
			m.Unpriced = append(m.Unpriced, a.Instances[i].Name)
			continue
		}
		m.Comparisons = append(m.Comparisons, c)
		m.Before += c.Before
		m.After += c.After
	}
	if saving := m.Before - m.After; saving > 0 && p.DayRate > 0 {
		cost := p.DayRate / hoursOfDay / saving // of an hour of work, in months
		m.Even = &Range{Low: a.Effort.Code.Low * cost, High: a.Effort.Code.High * cost}
	}
	return m
}

// compare compares a machine with the cheapest of its candidates: of the target, since the
// code is judged for that, or of any if none of those has a price.
func (p *Prices) compare(i *Instance, target string) (c Comparison, ok bool) {
	hour, known := p.Hour[i.Name]
	if !known {
		return c, false
	}
	best, suits := 0.0, false
	for _, candidate := range i.Candidates {
		price, known := p.Hour[candidate.Name]
		of := candidate.Target == target
		if known && (best == 0 || of && !suits || of == suits && price < best) {
			best, c.To, suits = price, candidate.Name, of
		}
	}
	c.From, c.Before, c.After = i.Name, hour*p.Hours, best*p.Hours
	return c, best > 0
}
