package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"time"
)

// prepare writes the version into the changelog and into the modules that
// require each other.
func prepare(ctx context.Context, in invocation) error {
	if err := in.checkRequirable(); err != nil {
		return err
	}
	changelog, err := in.changelog()
	if err != nil {
		return err
	}
	dated, err := dateChangelog(changelog, in.version, time.Now().UTC())
	if err != nil {
		return err
	}
	if err := in.write(changelogName, []byte(dated)); err != nil {
		return err
	}
	// In their order: the checksums of a module depend on what was written
	// before.
	for _, m := range in.released {
		goMod, err := in.at(m, in.version)
		if err != nil {
			return err
		}
		if err := in.write(m.file.Syntax.Name, goMod); err != nil {
			return err
		}
		goSum, err := in.goSum(ctx, m, in.version)
		if err != nil {
			return err
		}
		if err := in.write(m.sumName(), goSum); err != nil {
			return err
		}
	}
	fmt.Fprintf(in.stdout, "Look at git diff, commit it, and run: release check %s\n", in.version)
	return nil
}

// write gives a file of the repository new contents, and says so if they
// differ. It makes no empty file.
func (in invocation) write(name string, data []byte) error {
	is, err := readOptional(in.file(name))
	if err != nil || bytes.Equal(is, data) {
		return err
	}
	fmt.Fprintln(in.stdout, "wrote", name)
	return os.WriteFile(in.file(name), data, 0o666)
}
