// Package workbench is what programs that measure have in common: a line for
// who watches, the name of the machine's processors, and files of results.
package workbench

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Teller tells a person who watches what is going on, on one line, in the format
// of fmt.Printf. If stderr is not a terminal, it tells nothing.
func Teller(stderr io.Writer) func(format string, values ...any) {
	file, ok := stderr.(*os.File)
	if !ok {
		return func(string, ...any) {}
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return func(string, ...any) {}
	}
	return func(format string, values ...any) { fmt.Fprintf(stderr, "\r\033[K"+format, values...) }
}

// Processor is the name of the processors, "unknown" if the system does not
// tell it.
func Processor() string {
	text, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer text.Close()
	for lines := bufio.NewScanner(text); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// ReadFile reads a file as read does.
func ReadFile[R any](name string, read func(io.Reader) (R, error)) (R, error) {
	f, err := os.Open(name)
	if err != nil {
		var none R
		return none, err
	}
	defer f.Close()
	return read(f)
}

// WriteFile writes a file, and the directory it is in; none if name is empty.
func WriteFile(name string, write func(io.Writer) error) error {
	if name == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
