package measure

import "slices"

// A Figure is one number of every run.
type Figure func(Sample) float64

// Wall is how long a run took, in seconds.
func Wall(s Sample) float64 { return s.Wall }

// CPU is the processor time of a run, in seconds.
func CPU(s Sample) float64 { return s.CPU }

// Peak is the memory of a run, in MB.
func Peak(s Sample) float64 { return s.Peak }

// Spread is the middle of many runs, and how far they lie apart; all are 0 where
// nothing was measured.
type Spread struct {
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// Of is the spread of a figure.
func (r *Result) Of(f Figure) Spread {
	values := make([]float64, len(r.Samples))
	for i, s := range r.Samples {
		values[i] = f(s)
	}
	return spread(values)
}

// Ratio compares a figure of two jobs round by round: a slowdown of a whole round does
// not count.
func Ratio(f Figure, over, under *Result) Spread {
	var values []float64
	for i := range min(len(over.Samples), len(under.Samples)) {
		if u := f(under.Samples[i]); u > 0 { // a clock may be too coarse to see it
			values = append(values, f(over.Samples[i])/u)
		}
	}
	return spread(values)
}

func spread(values []float64) Spread {
	n := len(values)
	if n == 0 {
		return Spread{}
	}
	slices.Sort(values)
	return Spread{Median: (values[(n-1)/2] + values[n/2]) / 2, Min: values[0], Max: values[n-1]}
}
