package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/sarif"
	"github.com/rcpool/rcpool/tools/internal/version"
)

// sarifLog returns the reports in SARIF, for code hosts. File names are relative
// to the root of the repository.
func sarifLog(v *vetting, root string, sources sources) sarif.Log {
	host := &host{root: root, sources: sources}
	run := sarif.Run{
		Tool:        sarif.Tool{Driver: sarif.Driver{Name: "rcvet", Version: version.String(), InformationURI: mistake.Documentation}},
		BaseIDs:     map[string]sarif.ArtifactLocation{sarif.SourceRoot: {URI: fileURI(root) + "/"}},
		ColumnKind:  sarif.UTF16,
		Invocations: []sarif.Invocation{{ExecutionSuccessful: !v.failed}},
		Results:     []sarif.Result{},
	}
	for _, name := range v.broken {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarif.Notification{
			Level: "error", Message: sarif.Text{Text: "not checked because it does not compile: " + name},
		})
	}
	for _, c := range mistake.Docs() {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule(c))
	}
	for _, r := range v.reports {
		index := slices.IndexFunc(run.Tool.Driver.Rules, func(rule sarif.Rule) bool { return rule.ID == r.Category })
		if index < 0 { // a category without a text here
			index = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, rule(mistake.Doc{ID: r.Category, Name: r.Category, Level: "warning", Summary: r.Category}))
		}
		run.Results = append(run.Results, host.result(r, index, run.Tool.Driver.Rules[index].Default.Level))
	}
	return sarif.NewLog(run)
}

// rule returns the category as a SARIF rule.
func rule(c mistake.Doc) sarif.Rule {
	severity := c.Level
	if severity == "note" {
		severity = "recommendation"
	}
	return sarif.Rule{
		ID: c.ID, Name: c.Name, HelpURI: c.URL(),
		ShortDescription: sarif.Text{Text: c.Summary},
		FullDescription:  sarif.Text{Text: strings.Join(strings.Fields(c.Text), " ")},
		Help:             sarif.Text{Text: plain(c), Markdown: markdown(c)},
		Default:          sarif.Configuration{Level: c.Level},
		Properties:       sarif.RuleProperties{Tags: []string{"correctness", "reference-counting"}, Precision: "high", Severity: severity},
	}
}

// A host converts reports for a code host: file names are relative to the
// repository, and columns count UTF-16 units.
type host struct {
	root    string
	sources sources
}

func (h *host) result(r report, rule int, level string) sarif.Result {
	result := sarif.Result{
		RuleID: r.Category, RuleIndex: rule, Level: level,
		Message:      sarif.Text{Text: r.Message},
		Locations:    []sarif.Location{{Physical: h.location(r.region)}},
		Fingerprints: map[string]string{"rcvet/v1": r.Fingerprint},
	}
	var flow []sarif.ThreadFlowLocation
	for i, s := range r.Path {
		at := sarif.Location{Physical: h.location(s.region), Message: &sarif.Text{Text: s.Message}}
		flow = append(flow, sarif.ThreadFlowLocation{Location: at})
		at.ID = i + 1
		result.Related = append(result.Related, at)
	}
	if len(flow) > 0 {
		result.CodeFlows = []sarif.CodeFlow{{ThreadFlows: []sarif.ThreadFlow{{Locations: flow}}}}
	}
	for _, f := range r.Fixes {
		result.Fixes = append(result.Fixes, h.fix(f))
	}
	return result
}

func (h *host) fix(f fix) sarif.Fix {
	change := sarif.Fix{Description: sarif.Text{Text: f.Message}}
	for _, e := range f.Edits {
		replacement := sarif.Replacement{Deleted: h.region(h.sources.region(e.File, e.Start, e.End))}
		if e.New != "" {
			replacement.Inserted = &sarif.ArtifactContent{Text: e.New}
		}
		file := h.file(e.File)
		i := slices.IndexFunc(change.Changes, func(c sarif.ArtifactChange) bool { return c.Artifact == file })
		if i < 0 {
			i = len(change.Changes)
			change.Changes = append(change.Changes, sarif.ArtifactChange{Artifact: file})
		}
		change.Changes[i].Replacements = append(change.Changes[i].Replacements, replacement)
	}
	return change
}

func (h *host) location(r region) sarif.PhysicalLocation {
	return sarif.PhysicalLocation{Artifact: h.file(r.File), Region: h.region(r)}
}

func (h *host) region(r region) sarif.Region {
	return sarif.Region{
		StartLine: r.Line, StartColumn: sarif.Column([]byte(h.sources.line(r.File, r.Line)), r.Column),
		EndLine: r.EndLine, EndColumn: sarif.Column([]byte(h.sources.line(r.File, r.EndLine)), r.EndColumn),
	}
}

func (h *host) file(name string) sarif.ArtifactLocation {
	if within(name, h.root) {
		return sarif.ArtifactLocation{URI: (&url.URL{Path: relative(h.root, name)}).String(), BaseID: sarif.SourceRoot}
	}
	return sarif.ArtifactLocation{URI: fileURI(name)}
}

func fileURI(name string) string {
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// region returns the region between two offsets of a file.
func (s sources) region(file string, start, end int) region {
	r := region{File: file}
	r.Line, r.Column = s.position(file, start)
	r.EndLine, r.EndColumn = s.position(file, end)
	return r
}

func (s sources) position(file string, offset int) (line, column int) {
	text := s.text(file)
	before := string(text[:min(max(offset, 0), len(text))])
	return strings.Count(before, "\n") + 1, len(before) - strings.LastIndex(before, "\n")
}

// plain returns the text of a category without its example.
func plain(c mistake.Doc) string {
	return fmt.Sprintf("%s\n\nCure: %s", c.Text, c.Cure)
}

// markdown returns the text of a category with its example.
func markdown(c mistake.Doc) string {
	return fmt.Sprintf("%s\n\n```go\n%s```\n\n**Cure:** %s\n\n```go\n%s```\n", c.Text, c.Wrong, c.Cure, c.Right)
}
