package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/rcpool/rcpool"
)

// check prints what rcpool has to say at the end of the run.
func check() {
	for range 3 {
		runtime.GC()
		time.Sleep(5 * time.Millisecond)
	}
	bad := false
	for _, r := range rcpool.Reports() {
		fmt.Println(r)
		bad = true
	}
	for _, s := range rcpool.AllStats() {
		if s.InUse != 0 || s.Lost != 0 {
			fmt.Printf("pool %s: %d in use, %d lost\n", s.Name, s.InUse, s.Lost)
			bad = true
		}
	}
	if bad {
		os.Exit(1)
	}
}
