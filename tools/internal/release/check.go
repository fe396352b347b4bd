package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// check reports everything that keeps the last commit from being released.
func check(ctx context.Context, in invocation) error {
	if err := errors.Join(
		in.checkClean(ctx),
		in.checkChangelog(in.version),
		in.checkTags(ctx, in.version),
		in.checkVersions(ctx, in.version),
	); err != nil {
		return err
	}
	return tidy(ctx, in)
}

func (r *repository) checkClean(ctx context.Context) error {
	changes, err := git(ctx, r.root, "status", "--porcelain")
	if err == nil && changes != "" {
		err = fmt.Errorf("there are uncommitted changes:\n%s", changes)
	}
	return err
}

func (r *repository) checkChangelog(version string) error {
	changelog, err := r.changelog()
	if err != nil {
		return err
	}
	if strings.Contains(changelog, unreleasedHeading+"\n") {
		return fmt.Errorf("%s has a section %q: what is in it is about to be released", changelogName, unreleasedHeading)
	}
	_, err = section(changelog, version)
	return err
}

func (r *repository) checkTags(ctx context.Context, version string) error {
	var problems []error
	for _, m := range r.released {
		tag := m.tag(version)
		found, err := git(ctx, r.root, "tag", "--list", tag)
		if err == nil && found != "" {
			err = fmt.Errorf("the tag %s exists; a version is never released twice, take the next one", tag)
		}
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// checkVersions compares go.mod and go.sum with what prepare writes.
func (r *repository) checkVersions(ctx context.Context, version string) error {
	var problems []error
	for _, m := range r.released {
		goMod, err := r.at(m, version)
		if err != nil {
			return err
		}
		goSum, err := r.goSum(ctx, m, version)
		if err != nil {
			return err
		}
		is, err := r.readSums(m)
		if err != nil {
			return err
		}
		problems = append(problems, compare(m.file.Syntax.Name, m.text, goMod), compare(m.sumName(), is, goSum))
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("%w\nrelease prepare %s writes these files", err, version)
	}
	return nil
}
