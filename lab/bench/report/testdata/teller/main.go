// Command teller stands in for the programs that measure: for one that keeps its
// own results, and for one that prints them.
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
	keep := flag.String("json", "", "file to write")
	section := flag.String("section", "", "file to tell")
	flag.Parse()
	if *section != "" {
		kept, err := os.ReadFile(*section)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Printf("The results are %s\n", kept)
		return
	}
	switch {
	case flag.Arg(0) == "fail":
		fmt.Fprintln(os.Stderr, "teller: it does not work")
		os.Exit(1)
	case flag.Arg(0) == "wait":
		waitForInterrupt(flag.Arg(1))
	case *keep == "":
		fmt.Println(strings.Join(flag.Args(), "\n"))
		return
	}
	if err := os.WriteFile(*keep, []byte(strings.Join(flag.Args(), " ")), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// waitForInterrupt says in a file that it waits, and that it was interrupted.
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
