// Package sarif writes what a static analyzer found in the Static Analysis
// Results Interchange Format, version 2.1.0, which code hosts and editors read.
//
// It holds the part of the format that reports about source code need: rules,
// results with a path to the mistake, and fixes. The names are those of the
// specification, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
package sarif

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	schema  = "https://json.schemastore.org/sarif-2.1.0.json"
	version = "2.1.0"
)

// SourceRoot is the base ID of relative URIs. Code hosts expect this name.
const SourceRoot = "%SRCROOT%"

// A Log is a document.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// NewLog returns a document of these runs, which it keeps.
func NewLog(runs ...Run) Log { return Log{Schema: schema, Version: version, Runs: runs} }

// Write writes the document, indented, with a final newline. It fails as w does.
func (l Log) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(l); err != nil {
		return fmt.Errorf("sarif: %w", err)
	}
	return nil
}

// A Run is one run of one tool. Nil Results mean that nothing was analyzed, empty
// Results that nothing was found.
type Run struct {
	Tool        Tool                        `json:"tool"`
	Invocations []Invocation                `json:"invocations,omitempty"`
	BaseIDs     map[string]ArtifactLocation `json:"originalUriBaseIds,omitempty"`
	ColumnKind  string                      `json:"columnKind"` // UTF16 for the columns that Column returns
	Results     []Result                    `json:"results"`
}

// UTF16 is the ColumnKind of a run whose columns count UTF-16 code units.
const UTF16 = "utf16CodeUnits"

// A Tool names what wrote the results.
type Tool struct {
	Driver Driver `json:"driver"`
}

// A Driver is the analyzer itself.
type Driver struct {
	Name           string `json:"name"`
	Version        string `json:"version,omitempty"`
	InformationURI string `json:"informationUri,omitempty"`
	Rules          []Rule `json:"rules"`
}

// A Rule is a kind of result, with its explanation.
type Rule struct {
	ID               string         `json:"id"`
	Name             string         `json:"name,omitempty"` // in PascalCase
	ShortDescription Text           `json:"shortDescription"`
	FullDescription  Text           `json:"fullDescription"`
	Help             Text           `json:"help"`
	HelpURI          string         `json:"helpUri,omitempty"`
	Default          Configuration  `json:"defaultConfiguration"`
	Properties       RuleProperties `json:"properties"`
}

// A Configuration has the level of the results of a rule: "error", "warning" or "note".
type Configuration struct {
	Level string `json:"level"`
}

// RuleProperties are what code hosts sort and filter rules by.
type RuleProperties struct {
	Tags      []string `json:"tags,omitempty"`
	Precision string   `json:"precision,omitempty"`
	Severity  string   `json:"problem.severity,omitempty"` // "error", "warning" or "recommendation"
}

// A Text is a message, in plain text and perhaps in Markdown.
type Text struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

// An Invocation reports whether the tool could do its work.
type Invocation struct {
	ExecutionSuccessful bool           `json:"executionSuccessful"`
	Notifications       []Notification `json:"toolExecutionNotifications,omitempty"`
}

// A Notification is a problem of the run itself.
type Notification struct {
	Level   string `json:"level"`
	Message Text   `json:"message"`
}

// A Result is one report.
type Result struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"` // in the rules of the driver
	Level        string            `json:"level"`
	Message      Text              `json:"message"`
	Locations    []Location        `json:"locations"`
	Related      []Location        `json:"relatedLocations,omitempty"`
	CodeFlows    []CodeFlow        `json:"codeFlows,omitempty"`
	Fixes        []Fix             `json:"fixes,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"` // identify the result across runs
}

// A Location is a place in a file, and what happens there.
type Location struct {
	ID       int              `json:"id,omitempty"` // of a related location, from 1
	Physical PhysicalLocation `json:"physicalLocation"`
	Message  *Text            `json:"message,omitempty"`
}

// A PhysicalLocation is a region of a file.
type PhysicalLocation struct {
	Artifact ArtifactLocation `json:"artifactLocation"`
	Region   Region           `json:"region"`
}

// An ArtifactLocation is a file or a directory: a URI, relative to the base
// that BaseID names if it names one.
type ArtifactLocation struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

// A Region is a part of a text. Lines and columns count from 1; the end column
// is that of the first character after the region.
type Region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// A CodeFlow is a way through the program that leads to the mistake.
type CodeFlow struct {
	ThreadFlows []ThreadFlow `json:"threadFlows"`
}

// A ThreadFlow is the part of a CodeFlow that one goroutine runs.
type ThreadFlow struct {
	Locations []ThreadFlowLocation `json:"locations"`
}

// A ThreadFlowLocation is one step.
type ThreadFlowLocation struct {
	Location Location `json:"location"`
}

// A Fix is a change that corrects the mistake.
type Fix struct {
	Description Text             `json:"description"`
	Changes     []ArtifactChange `json:"artifactChanges"`
}

// An ArtifactChange is the part of a Fix in one file.
type ArtifactChange struct {
	Artifact     ArtifactLocation `json:"artifactLocation"`
	Replacements []Replacement    `json:"replacements"`
}

// A Replacement replaces a region, which may be empty, with text.
type Replacement struct {
	Deleted  Region           `json:"deletedRegion"`
	Inserted *ArtifactContent `json:"insertedContent,omitempty"`
}

// ArtifactContent is text of a file.
type ArtifactContent struct {
	Text string `json:"text"`
}

// Column turns a column that counts bytes from 1, as Go's do, into one that
// counts UTF-16 code units from 1. A column beyond the line counts on in bytes.
func Column(line []byte, column int) int {
	before := line[:min(max(column-1, 0), len(line))]
	units := column - len(before)
	for len(before) > 0 {
		r, size := utf8.DecodeRune(before)
		units += utf16.RuneLen(r)
		before = before[size:]
	}
	return units
}
