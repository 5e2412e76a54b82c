package report

import "fmt"

// Receivers counts the calls of methods of tensors by the knowledge about the object
// before the dot: it is a tensor (at likely or better), or nothing is known of it.
type Receivers struct {
	Resolved int `json:"resolved"`
	Unknown  int `json:"unknown"`
}

// line says how far the calls of methods of tensors are seen.
func (r Receivers) line() string {
	all := r.Resolved + r.Unknown
	return fmt.Sprintf("Methods of tensors: %d of %d calls (%s) are on a known tensor, the others on objects of unknown type.",
		r.Resolved, all, percent(r.Resolved, all))
}

// percent is a share with one decimal.
func percent(part, whole int) string {
	if whole == 0 {
		return "0.0%"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(whole))
}
