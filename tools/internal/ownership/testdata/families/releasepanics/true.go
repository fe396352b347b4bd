package releasepanics

import "fmt"

// The check may panic, and then nobody releases the file.
func visitOnce(name string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("visit %s: %v", name, p)
		}
	}()
	f, err := open(name) // want "leak: "
	if err != nil {
		return err
	}
	check(f)
	f.DecRef()
	return nil
}

// The file is released twice.
func showTwice(name string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("show %s: %v", name, p)
		}
	}()
	f, err := open(name)
	if err != nil {
		return err
	}
	f.DecRef()
	f.DecRef() // want "double-release: "
	return nil
}

// The file is lost if it has no text.
func skip(name string, n int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("skip %s: %v", name, p)
		}
	}()
	f, err := open(name) // want "leak: "
	if err != nil {
		return err
	}
	if n == 0 {
		return errEmpty
	}
	f.DecRef()
	return nil
}
