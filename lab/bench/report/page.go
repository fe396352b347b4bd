package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/rcpool/rcpool/lab/bench/breakeven"
	reuse "github.com/rcpool/rcpool/lab/bench/reuse/result"
)

//go:embed sections regions experiment.md
var templates embed.FS

// writePages writes all pages of the repository into another directory, which
// may be its root, from the summaries in the directory results.
func writePages(root, results, to string) error {
	pages, err := render(root, results)
	if err != nil {
		return err
	}
	for name, page := range pages {
		file := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, page, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// render returns the pages by their names: those that are all figures, and those
// that have regions.
func render(root, dir string) (map[string][]byte, error) {
	r, err := load(dir)
	if err != nil {
		return nil, err
	}
	pages := make(map[string][]byte)
	if pages["docs/results.md"], err = r.page(sections); err != nil {
		return nil, err
	}
	if section, err := r.section("breakeven"); err == nil {
		var choosing, plot bytes.Buffer
		if err := errors.Join(breakeven.Page(&choosing, section), breakeven.Plot(&plot, section)); err != nil {
			return nil, err
		}
		pages["docs/choosing.md"], pages["docs/choosing.svg"] = choosing.Bytes(), plot.Bytes()
		if stdpool, err := r.section("stdpool"); err == nil {
			var model bytes.Buffer
			if err := breakeven.Model(&model, section, stdpool); err != nil {
				return nil, err
			}
			pages["tools/advice/breakeven.json"] = model.Bytes()
		}
	}
	if section, err := r.section("reuse"); err == nil {
		var plot bytes.Buffer
		if err := reuse.Plot(&plot, section); err != nil {
			return nil, err
		}
		pages["docs/reuse.svg"] = plot.Bytes()
	}
	for _, pattern := range []string{"*.md", "docs/*.md", "*/README.md"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name, err := filepath.Rel(root, file)
			if err != nil {
				return nil, err
			}
			name = filepath.ToSlash(name)
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if pages[name] != nil || !bytes.Contains(text, []byte(marker)) {
				continue
			}
			if pages[name], err = fill(text, r.region); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return pages, nil
}

// page returns docs/results.md: the sections that were measured, and at its end a
// list of those that were not.
func (r results) page(all []section) ([]byte, error) {
	head, err := templates.ReadFile("sections/head.md")
	if err != nil {
		return nil, err
	}
	page := bytes.NewBuffer(head)
	var missing []section
	for _, s := range all {
		if s.page != "" {
			continue
		}
		text, err := r.execute("sections/"+s.name+".md", nil)
		switch {
		case errors.Is(err, errMissing):
			missing = append(missing, s)
		case err != nil:
			return nil, err
		default:
			fmt.Fprintf(page, "\n## %s\n\n%s\n", s.title, strings.TrimSpace(text))
		}
	}
	if len(missing) > 0 {
		page.WriteString("\n## Not measured yet\n\n")
		for _, s := range missing {
			fmt.Fprintf(page, "- %s\n", s.missing())
		}
	}
	return page.Bytes(), nil
}

// region returns the text of a region. That of a section which was not measured
// says how to.
func (r results) region(name string) (string, error) {
	i := slices.IndexFunc(sections, func(s section) bool { return s.name == name && s.page != "" })
	if i < 0 {
		return r.execute("regions/"+name+".md", nil)
	}
	text, err := r.execute("experiment.md", name)
	if errors.Is(err, errMissing) {
		return "Not measured yet. " + sections[i].missing(), nil
	}
	return text, err
}

// missing says how to measure the section.
func (s section) missing() string {
	return fmt.Sprintf("%s: `%s -only %s`, about %s.", s.title, usage, s.name, span(s.takes))
}

// execute fills in a template with the results. data is its dot.
func (r results) execute(file string, data any) (string, error) {
	text, err := templates.ReadFile(file)
	if err != nil {
		return "", err
	}
	t, err := template.New(file).Funcs(r.functions()).Parse(string(text))
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, data)
	return out.String(), err
}
