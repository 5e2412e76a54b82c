package assess

// reachOf lists the files that some files bring in, themselves among them, in the order
// of their paths.
func (b *builder) reachOf(from []string) []string {
	seen := make(map[string]bool)
	queue := append([]string(nil), from...)
	for len(queue) > 0 {
		file := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		m := b.module(file)
		if seen[file] || m == nil {
			continue
		}
		seen[file] = true
		queue = append(queue, m.Imports...)
		queue = append(queue, m.Named...)
	}
	return sorted(seen)
}
