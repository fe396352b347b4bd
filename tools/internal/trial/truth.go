package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// A program is a folder of a round.
type program struct {
	name string
	truth
}

// A truth is what its author knows about a program.
type truth struct {
	file string // that says so, relative to the round

	// Of a mistake; a correct program has no class.
	class    class
	category string
	lines    []int // of the file; the mistake shows at each of them
}

// A class says how hard it is to find a mistake.
type class string

const (
	correct class = ""
	plain   class = "plain"  // one function shows it
	callee  class = "callee" // one must know what another function does
	hard    class = "hard"   // it needs a container, an identity, or a callback that is kept
)

// at reports whether the mistake is at that place.
func (t truth) at(file string, line int) bool {
	return t.file == file && slices.Contains(t.lines, line)
}

// programsOf reads the programs of a round. Each has one file that begins with
// what is true about it.
func programsOf(round string) ([]program, error) {
	if _, err := os.Stat(filepath.Join(round, "go.mod")); err != nil {
		return nil, fmt.Errorf("a round is a module with a folder for each program: %w", err)
	}
	entries, err := os.ReadDir(round)
	if err != nil {
		return nil, err
	}
	var programs []program
	var wrong []error
	for _, entry := range entries {
		switch name := entry.Name(); {
		case entry.IsDir():
			p, err := readProgram(round, name)
			if err != nil {
				wrong = append(wrong, fmt.Errorf("program %s: %w", name, err))
			}
			programs = append(programs, p)
		case strings.HasSuffix(name, ".go"):
			wrong = append(wrong, fmt.Errorf("%s is not in the folder of a program", name))
		}
	}
	if len(programs) == 0 {
		wrong = append(wrong, errors.New("no programs"))
	}
	return programs, errors.Join(wrong...)
}

func readProgram(round, name string) (program, error) {
	p := program{name: name}
	found := 0
	err := filepath.WalkDir(filepath.Join(round, name), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		header, lines, err := scan(path)
		if err != nil || !strings.HasPrefix(header, truthPrefix) {
			return err
		}
		found++
		p.truth, err = parseTruth(header, lines)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		file, err := filepath.Rel(round, path)
		p.file = filepath.ToSlash(file)
		return err
	})
	if err == nil && found != 1 {
		err = fmt.Errorf("%d files begin with %q, want 1", found, truthPrefix)
	}
	return p, err
}

// scan returns the first line of a file, and how many lines there are.
func scan(path string) (first string, lines int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for ; scanner.Scan(); lines++ {
		if lines == 0 {
			first = scanner.Text()
		}
	}
	return first, lines, scanner.Err()
}

const truthPrefix = "// truth:"

var mistaken = regexp.MustCompile(`^([a-z-]+) line (\d+(?:,\d+)*) (plain|callee|hard)$`)

// parseTruth reads the first line of a file that has that many lines.
func parseTruth(header string, lines int) (truth, error) {
	text := strings.TrimSpace(strings.TrimPrefix(header, truthPrefix))
	if text == "correct" {
		return truth{}, nil
	}
	parts := mistaken.FindStringSubmatch(text)
	if parts == nil {
		return truth{}, fmt.Errorf(`%q is neither "correct" nor like "use-after-release line 42 plain"`, text)
	}
	if !slices.Contains(categories, parts[1]) {
		return truth{}, fmt.Errorf("%s is no category of a mistake; these are %s", parts[1], strings.Join(categories, ", "))
	}
	t := truth{category: parts[1], class: class(parts[3])}
	for number := range strings.SplitSeq(parts[2], ",") {
		line, err := strconv.Atoi(number)
		if err != nil || line < 2 || line > lines {
			return truth{}, fmt.Errorf("line %s: the file has the lines 2 to %d", number, lines)
		}
		t.lines = append(t.lines, line)
	}
	return t, nil
}

// categories are those of rcvet, but for notes about cost, which are no mistakes.
var categories = func() (ids []string) {
	for _, d := range mistake.Docs() {
		if d.Level != "note" {
			ids = append(ids, d.ID)
		}
	}
	return ids
}()
