package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"
	"golang.org/x/tools/go/packages"

	"github.com/rcpool/rcpool/tools/internal/reset"
)

// checkDirectives checks the files that the //go:generate rcgen lines of packages
// write.
func checkDirectives(ctx context.Context, c command, stderr io.Writer) error {
	commands, err := directives(ctx, c)
	if err != nil {
		return err
	}
	if len(commands) == 0 {
		return fmt.Errorf("no //go:generate rcgen line in %s", strings.Join(c.patterns(), " "))
	}
	var problems []error
	progress := onTerminal(stderr)
	for i, one := range commands {
		if progress {
			fmt.Fprintf(stderr, "\r\033[Kchecking %d of %d: %s", i+1, len(commands), shorten(one.String()))
		}
		if err := one.run(ctx); err != nil {
			problems = append(problems, err)
		}
	}
	if progress {
		fmt.Fprint(stderr, "\r\033[K")
	}
	return errors.Join(problems...)
}

func (c command) patterns() []string {
	if len(c.arguments) == 0 {
		return []string{"./..."}
	}
	return c.arguments
}

// directives returns the commands of all //go:generate rcgen lines, in the order
// of the files.
func directives(ctx context.Context, c command) ([]command, error) {
	config := &packages.Config{Context: ctx, Mode: packages.NeedName | packages.NeedFiles}
	if c.Tags != "" {
		config.BuildFlags = []string{"-tags=" + c.Tags}
	}
	loaded, err := packages.Load(config, c.patterns()...)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, p := range loaded {
		if len(p.GoFiles) == 0 && len(p.Errors) > 0 {
			return nil, errors.New(strings.TrimPrefix(p.Errors[0].Error(), "-: "))
		}
		files = append(files, p.GoFiles...)
	}
	slices.Sort(files)
	var commands []command
	for _, path := range files {
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, args := range reset.Directives(source) {
			one, err := parse(args)
			if err != nil {
				return nil, fmt.Errorf("%s: //go:generate rcgen %s: %w", path, strings.Join(args, " "), err)
			}
			one.check = true
			one.Dir = filepath.Join(filepath.Dir(path), one.Dir) // where go generate runs it
			if one.Tags == "" {
				one.Tags = c.Tags
			}
			if strings.ContainsRune(one.Output, filepath.Separator) && !filepath.IsAbs(one.Output) {
				one.Output = filepath.Join(filepath.Dir(path), one.Output)
			}
			commands = append(commands, one)
		}
	}
	return commands, nil
}

// onTerminal reports whether w is a terminal.
func onTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
