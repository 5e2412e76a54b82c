package measure

import (
	"fmt"
	"os/exec"
	"runtime"
	"sync"
)

// Binds reports whether commands of so many threads get so many processors. A Go
// program that calls C has more to itself than GOMAXPROCS says: while C runs, its
// collector of garbage takes another.
var Binds = sync.OnceValue(func() bool {
	for threads := 1; threads <= runtime.NumCPU(); threads++ {
		if exec.Command("taskset", "-c", processors(threads), "true").Run() != nil {
			return false
		}
	}
	return true
})

// processors are the first ones, as taskset lists them.
func processors(threads int) string { return fmt.Sprintf("0-%d", threads-1) }

// bound is the command of a job limited to as many processors as it has threads, if the
// machine has them and allows the limit.
func (j *Job) bound() []string {
	if j.Threads == 0 || j.Threads > runtime.NumCPU() || !Binds() {
		return j.Command
	}
	return append([]string{"taskset", "-c", processors(j.Threads)}, j.Command...)
}
