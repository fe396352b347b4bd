package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/marked"
)

// A judgedReport is a report with what a person found about it.
type judgedReport struct {
	Module  string `json:"module"`
	Version string `json:"version"`
	report
	Verdict verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"`
}

// A result is everything that the tables show.
type result struct {
	catalog  catalog
	measured []measurement
	judged   []judgedReport
	gone     []judgement // of reports that rcvet does not make any more
}

// judge joins the reports with the judgements. The position and the category
// name a report; where two share them, the message does.
func judge(c catalog, measured []measurement) result {
	r := result{catalog: c, measured: measured}
	used := map[int]bool{}
	for _, m := range measured {
		for _, report := range m.Reports {
			judged := judgedReport{Module: m.Module, Version: m.Version, report: report}
			for i, j := range c.judgements {
				if j.Module != m.Module || j.Version != m.Version || j.File != report.File || j.Line != report.Line || j.Category != report.Category {
					continue
				}
				used[i] = true
				if judged.Verdict == unknown || j.Message == report.Message {
					judged.Verdict, judged.Reason = j.Verdict, j.Reason
				}
			}
			r.judged = append(r.judged, judged)
		}
	}
	for i, j := range c.judgements {
		if !used[i] && slices.ContainsFunc(measured, func(m measurement) bool { return m.Module == j.Module && m.Version == j.Version }) {
			r.gone = append(r.gone, j)
		}
	}
	return r
}

// pending lists the reports of the survey that nobody judged, ready to be filled in.
func (r result) pending() []judgement {
	list := []judgement{}
	for _, j := range r.judged {
		if j.Verdict == unknown && r.catalog.surveyed(j.Module, j.Version) {
			list = append(list, judgement{
				Module: j.Module, Version: j.Version, File: j.File, Line: j.Line,
				Func: j.Func, Category: j.Category, Message: j.Message,
			})
		}
	}
	return list
}

// write prints the tables, and what deserves a look: reports that are gone.
func (r result) write(w io.Writer) error {
	if _, err := io.WriteString(w, r.tables()); err != nil {
		return err
	}
	for _, m := range r.measured {
		if m.Failure != "" {
			brief := strings.SplitN(m.Failure, "\n", 12)
			fmt.Fprintf(w, "\nfailed: %s@%s: %s\n", m.Module, m.Version, strings.Join(brief[:min(len(brief), 11)], "\n"))
		}
	}
	for _, j := range r.gone {
		fmt.Fprintf(w, "\nno longer reported: %s@%s %s:%d %s, judged %s: %s\n", j.Module, j.Version, j.File, j.Line, j.Category, j.Verdict, j.Reason)
	}
	return nil
}

// region is where the tables of the modules are in a page: those that rcvet was
// developed with, or the unseen ones.
func region(file string, unseen bool) marked.Region {
	name := "survey"
	if unseen {
		name = "unseen"
	}
	return marked.Region{
		File:  file,
		Begin: "<!-- " + name + ": written by go run ./tools/internal/survey -docs -->",
		End:   "<!-- end of " + name + " -->",
	}
}

// document writes the tables into a page. A region of which no module was chosen stays
// as it is.
func (r result) document(file string, chosen []module) error {
	for _, unseen := range []bool{false, true} {
		if !slices.ContainsFunc(chosen, func(m module) bool { return m.Unseen == unseen }) {
			continue
		}
		if err := region(file, unseen).Replace(r.tablesOf(unseen)); err != nil {
			return err
		}
	}
	return nil
}

func (r result) tables() string { return r.tablesOf(false) + "\n" + r.tablesOf(true) }

func (r result) tablesOf(unseen bool) string {
	var b strings.Builder
	r.moduleTable(&b, unseen)
	r.categoryTable(&b, unseen)
	if !unseen {
		r.bugTable(&b)
	}
	return b.String()
}

// shows reports whether a module is in the tables of the unseen modules, or in those of
// the others.
func (r result) shows(path, version string, unseen bool) bool {
	return slices.ContainsFunc(r.catalog.modules, func(m module) bool {
		return m.Path == path && m.Version == version && m.Unseen == unseen
	})
}

// A tally counts verdicts.
type tally map[verdict]int

func (t tally) total() int { return t[isTrue] + t[isFalse] + t[unsure] + t[unknown] }

// precision is the share of the judged reports that are true.
func (t tally) precision() string {
	if judged := t[isTrue] + t[isFalse] + t[unsure]; judged > 0 {
		return fmt.Sprintf("%.0f %%", 100*float64(t[isTrue])/float64(judged))
	}
	return "–"
}

func (t tally) cells() string {
	return fmt.Sprintf("%d | %d | %d | %d | %d | %s", t.total(), t[isTrue], t[isFalse], t[unsure], t[unknown], t.precision())
}

func (r result) moduleTable(b *strings.Builder, unseen bool) {
	fmt.Fprintln(b, "| module | uses | packages | reports | true | false | unsure | to judge | true of judged | kinds | analysis |")
	fmt.Fprintln(b, "|---|---|--:|--:|--:|--:|--:|--:|--:|---|--:|")
	sum, packages, time := tally{}, 0, 0.0
	for _, m := range r.measured {
		if !r.shows(m.Module, m.Version, unseen) {
			continue
		}
		counts, kinds := tally{}, map[string]int{}
		for _, j := range r.judged {
			if j.Module == m.Module && j.Version == m.Version {
				counts[j.Verdict]++
				sum[j.Verdict]++
				kinds[j.Category]++
			}
		}
		uses := ""
		for _, listed := range r.catalog.modules {
			if listed.Path == m.Module && listed.Version == m.Version {
				uses = listed.Uses
			}
		}
		duration := fmt.Sprintf("%.0f s", m.VetSeconds)
		if m.Failure != "" {
			duration = "failed"
		}
		fmt.Fprintf(b, "| %s %s | %s | %d | %s | %s | %s |\n", m.Module, m.Version, uses, m.Packages, counts.cells(), describe(kinds), duration)
		packages += m.Packages
		time += m.VetSeconds
	}
	fmt.Fprintf(b, "| **all** | | %d | %s | | %.0f s |\n", packages, sum.cells(), time)
}

func describe(kinds map[string]int) string {
	var parts []string
	for _, kind := range sortedKeys(kinds) {
		parts = append(parts, fmt.Sprintf("%d %s", kinds[kind], kind))
	}
	return strings.Join(parts, ", ")
}

func (r result) categoryTable(b *strings.Builder, unseen bool) {
	categories := map[string]tally{}
	for _, j := range r.judged {
		if !r.shows(j.Module, j.Version, unseen) {
			continue
		}
		if categories[j.Category] == nil {
			categories[j.Category] = tally{}
		}
		categories[j.Category][j.Verdict]++
	}
	if len(categories) == 0 {
		return
	}
	fmt.Fprintln(b, "\n| category | reports | true | false | unsure | to judge | true of judged |")
	fmt.Fprintln(b, "|---|--:|--:|--:|--:|--:|--:|")
	for _, category := range sortedKeys(categories) {
		fmt.Fprintf(b, "| %s | %s |\n", category, categories[category].cells())
	}
}

// bugTable shows which of the known bugs rcvet reports, and whether it is silent
// about the function once it is repaired.
func (r result) bugTable(b *strings.Builder) {
	if len(r.catalog.bugs) == 0 {
		return
	}
	fmt.Fprintln(b, "\n| known bug | where | found | silent when repaired |")
	fmt.Fprintln(b, "|---|---|---|---|")
	found, measured := 0, 0
	for _, bug := range r.catalog.bugs {
		reported, known := r.reportedIn(bug, bug.Version)
		cell := "not measured"
		if known {
			measured++
			cell = yesNo(reported)
			if reported {
				found++
			}
		}
		repaired := "–"
		if bug.Fixed != "" {
			if reported, known := r.reportedIn(bug, bug.Fixed); known {
				repaired = yesNo(!reported)
			}
		}
		fmt.Fprintf(b, "| %s ([source](%s)) | %s %s `%s` | %s | %s |\n", bug.What, bug.Source, bug.Module, bug.Version, bug.Func, cell, repaired)
	}
	fmt.Fprintf(b, "\nFound: %d of the %d known bugs that were measured.\n", found, measured)
}

// reportedIn tells whether rcvet reports the bug in that version: one of its
// categories in its function, with its message. known is false if the version was not measured, or
// if the analysis failed before it came to a report.
func (r result) reportedIn(b bug, version string) (reported, known bool) {
	for _, m := range r.measured {
		if m.Module != b.Module || m.Version != version {
			continue
		}
		for _, report := range m.Reports {
			reported = reported || report.File == b.File && report.Func == b.Func && slices.Contains(b.Categories, report.Category) && strings.Contains(report.Message, b.Message)
		}
		known = reported || m.Failure == ""
	}
	return reported, known
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "**no**"
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
