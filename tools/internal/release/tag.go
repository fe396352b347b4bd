package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// tag makes the tags of a release, or says how. All are on the last commit:
// a user of a module finds the modules that it requires.
func tag(ctx context.Context, in invocation) error {
	if err := check(ctx, in); err != nil {
		return err
	}
	var made []string
	for _, m := range in.released {
		name := m.tag(in.version)
		if in.do {
			if _, err := git(ctx, in.root, "tag", "-a", "-m", name, name); err != nil {
				return errors.Join(err, in.untag(made))
			}
		} else {
			fmt.Fprintf(in.stdout, "git tag -a -m %s %s\n", name, name)
		}
		made = append(made, name)
	}
	fmt.Fprintf(in.stdout, "git push --atomic origin HEAD %s\n", strings.Join(made, " "))
	return nil
}

// untag deletes tags that were not pushed.
func (r *repository) untag(tags []string) error {
	if len(tags) == 0 {
		return nil
	}
	_, err := git(context.Background(), r.root, append([]string{"tag", "-d"}, tags...)...)
	return err
}
