package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"
)

// The changelog has a section for each version, the latest first. The heading
// of a release is "## v0.2.0, 2026-12-01"; above it may be "## Unreleased".
const (
	changelogName     = "CHANGELOG.md"
	unreleasedHeading = "## Unreleased"
)

// section returns what the changelog says about a version, without the heading.
func section(changelog, version string) (string, error) {
	var text strings.Builder
	inside := false
	for line := range strings.Lines(changelog) {
		if strings.HasPrefix(line, "## ") {
			inside = strings.HasPrefix(line, "## "+version+",")
			continue
		}
		if inside {
			text.WriteString(line)
		}
	}
	trimmed := strings.TrimSpace(text.String())
	if trimmed == "" {
		return "", fmt.Errorf("%s says nothing about %s: no section begins with \"## %s, \" and the date", changelogName, version, version)
	}
	return trimmed + "\n", nil
}

// dateChangelog gives the section of what is unreleased the version and a date,
// unless the version has a section already.
func dateChangelog(changelog, version string, date time.Time) (string, error) {
	if _, err := section(changelog, version); err == nil {
		return changelog, nil
	}
	dated := strings.Replace(changelog, unreleasedHeading+"\n", fmt.Sprintf("## %s, %s\n", version, date.Format(time.DateOnly)), 1)
	if _, err := section(dated, version); err != nil {
		return "", fmt.Errorf("%s has no section %q that says what is new", changelogName, unreleasedHeading)
	}
	return dated, nil
}

func (r *repository) changelog() (string, error) {
	text, err := os.ReadFile(r.file(changelogName))
	return string(text), err
}

func notes(_ context.Context, in invocation) error {
	changelog, err := in.changelog()
	if err != nil {
		return err
	}
	text, err := section(changelog, in.version)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(in.stdout, text)
	return err
}
