package main

import (
	"math"
	"runtime/debug"
	"testing"
	"time"
)

func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		used uint64
		want int
	}{
		{0, 100},
		{1, 100},
		{wantedHeap / 2, 100},
		{wantedHeap * 11 / 20, 81},
		{wantedHeap * 3 / 4, leastGrowth},
		{wantedHeap, leastGrowth},
		{wantedHeap * 20, leastGrowth},
		{math.MaxInt64 / 100, leastGrowth},
	} {
		if got := growth(c.used); got != c.want {
			t.Errorf("%d bytes: %d %%, want %d %%", c.used, got, c.want)
		}
	}
}

func TestStayingGrowth(t *testing.T) {
	for _, c := range []struct {
		used uint64
		want int
	}{{0, 1000}, {stayingRoom, 100}, {stayingRoom / 2, 200}, {stayingRoom * 3, leastGrowth}, {math.MaxInt64 / 100, leastGrowth}} {
		if got := stayingGrowth(c.used); got != c.want {
			t.Errorf("%d bytes: %d %%, want %d %%", c.used, got, c.want)
		}
	}
}

// The limit lies beyond any heap that is waited for.
func TestLimit(t *testing.T) {
	for used := uint64(1 << 20); used < 1<<40; used += used / 7 {
		for _, percent := range []int{growth(used), stayingGrowth(used)} {
			if goal := used / 100 * uint64(100+percent); uint64(limit(used, percent)) < goal+goal/20 {
				t.Errorf("%d bytes: a limit of %d for a heap of %d", used, limit(used, percent), goal)
			}
		}
	}
}

// What is called after a collection can ask for the next one.
func TestOnCollection(t *testing.T) {
	calls := make(chan int)
	var count func(struct{})
	n := 0
	count = func(struct{}) {
		n++
		onCollection(count)
		calls <- n
	}
	onCollection(count)
	for want := 1; want <= 3; want++ {
		debug.FreeOSMemory()
		select {
		case got := <-calls:
			if got != want {
				t.Fatalf("call %d, want %d", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("call %d did not come", want)
		}
	}
}
