package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/rcpool/rcpool/lab/bench/articles"
	"github.com/rcpool/rcpool/lab/bench/breakeven"
	"github.com/rcpool/rcpool/lab/bench/rounds"
)

//go:embed sections
var templates embed.FS

// write writes the pages from what is in the directory raw.
func write(ctx context.Context, root, raw, docs string) error {
	if err := os.MkdirAll(docs, 0o755); err != nil {
		return err
	}
	page, err := results(ctx, sections, root, raw)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(docs, "results.md"), page, 0o644); err != nil {
		return err
	}
	set, _, err := read(filepath.Join(raw, "breakeven.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var choosing, plot bytes.Buffer
	if err := errors.Join(breakeven.Page(&choosing, set), breakeven.Plot(&plot, set)); err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(docs, "choosing.md"), choosing.Bytes(), 0o644),
		os.WriteFile(filepath.Join(docs, "choosing.svg"), plot.Bytes(), 0o644),
	)
}

// results is docs/results.md: the sections that were measured, and at its end a
// list of those that were not.
func results(ctx context.Context, all []section, root, raw string) ([]byte, error) {
	var page bytes.Buffer
	var missing []section
	head, err := templates.ReadFile("sections/head.md")
	if err != nil {
		return nil, err
	}
	page.Write(head)
	for _, s := range all {
		text, err := s.told(ctx, root, filepath.Join(raw, s.raw))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, s)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", s.name, err)
		default:
			fmt.Fprintf(&page, "\n## %s\n\n%s\n", s.title, strings.TrimSpace(text))
		}
	}
	if len(missing) > 0 {
		page.WriteString("\n## Not measured yet\n\n")
		for _, s := range missing {
			fmt.Fprintf(&page, "- %s: `go run ./lab/bench/report -only %s`, some %s.\n", s.title, s.name, span(s.takes))
		}
	}
	return page.Bytes(), nil
}

// told is a section in Markdown, from what was measured.
func (s section) told(ctx context.Context, root, raw string) (string, error) {
	if s.program != "" {
		if _, err := os.Stat(raw); err != nil {
			return "", err
		}
		out, err := output(ctx, root, s.program, "-section", raw)
		return string(out), err
	}
	set, text, err := read(raw)
	if err != nil {
		return "", err
	}
	published, err := rounds.Read(strings.NewReader(articles.Published), "published.txt")
	if err != nil {
		return "", err
	}
	t, err := template.New(s.name+".md").Funcs(template.FuncMap{
		"table": func(key, variants, match, unit string) (string, error) {
			return rounds.Table{Set: set, Key: key, Variants: strings.Fields(variants), Match: match, Unit: unit}.Markdown()
		},
		"published": func() (string, error) { return besides(published, set) },
		"target":    func() (string, error) { return target(set) },
	}).ParseFS(templates, "sections/"+s.name+".md")
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{"Text": text, "Conditions": conditions(set), "Config": set.Config})
	return out.String(), err
}

// read reads a file of lab/bench/results: as results, and the text after the header
// of one that has none.
func read(raw string) (*rounds.Set, string, error) {
	content, err := os.ReadFile(raw)
	if err != nil {
		return nil, "", err
	}
	header, text, _ := strings.Cut(string(content), "\n\n")
	if strings.Contains(header, "\ncommand: ") {
		set, err := rounds.ReadHeader(strings.NewReader(header), raw)
		return set, strings.TrimRight(text, "\n"), err
	}
	set, err := rounds.Read(bytes.NewReader(content), raw)
	return set, "", err
}

// conditions says how a section was measured.
func conditions(set *rounds.Set) string {
	if command := set.Config("command"); command != "" {
		return fmt.Sprintf("<sub>`%s`; %s, %s, %s processors.</sub>", command, set.Config("date"), set.Config("go"), set.Config("processors"))
	}
	return fmt.Sprintf("<sub>%s rounds of %s; %s, %s %s/%s, %s processors of type %s.</sub>", set.Config("rounds"), set.Config("benchtime"),
		set.Config("date"), set.Config("go"), set.Config("goos"), set.Config("goarch"), set.Config("processors"), set.Config("cpu"))
}
