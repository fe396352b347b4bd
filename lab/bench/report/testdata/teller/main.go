// Command teller stands in for a program that measures: it writes its arguments
// to a file, in Go's benchmark format.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	file := flag.String("to", "", "file to write")
	how := flag.String("how", "", "what to do")
	note := flag.String("note", "", "file for a note")
	flag.Parse()
	switch *how {
	case "fail":
		fmt.Fprintln(os.Stderr, "teller: it does not work")
		os.Exit(1)
	case "wait":
		waitForInterrupt(*note)
	}
	text := fmt.Sprintf("date: 2026-11-20\nargs: %s\nBenchmarkTell/pool=none 1 1 ns/op\n", strings.Join(os.Args[1:], " "))
	if err := os.WriteFile(*file, []byte(text), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// waitForInterrupt notes that it waits, and that it was interrupted.
func waitForInterrupt(note string) {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	say := func(text string) {
		if err := os.WriteFile(note, []byte(text), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	say("waiting")
	select {
	case <-interrupts:
		say("interrupted")
	case <-time.After(time.Minute):
	}
	os.Exit(1)
}
