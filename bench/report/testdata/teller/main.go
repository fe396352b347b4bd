// Command teller stands in for a program that keeps its own results.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
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
	if flag.Arg(0) == "fail" {
		fmt.Fprintln(os.Stderr, "teller: it does not work")
		os.Exit(1)
	}
	if err := os.WriteFile(*keep, []byte(strings.Join(flag.Args(), " ")), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
