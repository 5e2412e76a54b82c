package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The heap of a run may grow to twice the memory in use, as Go has it, until that would
// be more than wantedHeap bytes; from there on only by the rest of these, but at least
// by leastGrowth percent, since collecting more often costs more time than memory is
// worth.
//
// Go's limit of memory makes it give back free memory between the objects. It is
// leastLimit bytes, and beyond any heap that the growth allows: it never makes the
// collector work by itself.
//
// A program that stays, such as a language server, answers again and again with the same
// memory in use, and somebody waits for each answer. Its heap may grow by stayingRoom bytes
// between two collections.
//
// The first collection waits for firstHeap bytes: a run over a few files, such as that
// of a hook, ends before it and has nothing to collect.
const (
	wantedHeap  = 88 << 20
	leastGrowth = 45
	leastLimit  = 120 << 20
	firstHeap   = 32 << 20
	stayingRoom = 128 << 20
)

// startHeap is the heap at which Go collects first if it may grow by 100
// percent.
const startHeap = 4 << 20

// boundHeap has the collector keep to a growth, unless the user has told it otherwise.
func boundHeap(growth func(used uint64) int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	used := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var collected func(struct{})
	collected = func(struct{}) {
		metrics.Read(used)
		live := used[0].Value.Uint64()
		percent := growth(live)
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit(live, percent))
		onCollection(collected)
	}
	debug.SetGCPercent(100 * firstHeap / startHeap)
	onCollection(collected)
}

// onCollection calls f once, after the next collection: that of something made
// for it, which is too large to be allocated together with others.
func onCollection(f func(struct{})) { runtime.AddCleanup(new([64]byte), f, struct{}{}) }

// heapGrowth is by how many percent the heap may grow of which so many bytes are used.
func (a *app) heapGrowth(used uint64) int {
	if a.stays.Load() {
		return stayingGrowth(used)
	}
	return growth(used)
}

// stayingGrowth is growth for a program that stays.
func stayingGrowth(used uint64) int {
	return int(max(leastGrowth, min(1000, 100*stayingRoom/max(1, used))))
}

// growth is heapGrowth for a program that runs once.
func growth(used uint64) int {
	if used == 0 {
		return 100
	}
	left := max(0, wantedHeap-int64(used))
	return int(min(100, max(leastGrowth, 100*left/int64(used))))
}

// limit is that of all memory that Go takes while so many bytes are used, of a heap that may
// grow by so many percent, and beyond that heap.
func limit(used uint64, percent int) int64 {
	return max(leastLimit, int64(used)/100*(int64(100+percent)*111/100))
}
