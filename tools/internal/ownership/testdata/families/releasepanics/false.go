package releasepanics

import "fmt"

// The release may panic, but then there is nothing to release.
func show(name string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("show %s: %v", name, p)
		}
	}()
	f, err := open(name)
	if err != nil {
		return err
	}
	fmt.Println(f.name)
	f.DecRef()
	return nil
}

// The function that releases it may panic.
func print(name, prefix string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("print %s: %v", name, p)
		}
	}()
	f, err := open(name)
	if err != nil {
		return err
	}
	finish(f, prefix)
	return nil
}

// It is released in each case.
func visit(name string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("visit %s: %v", name, p)
		}
	}()
	f, err := open(name)
	if err != nil {
		return err
	}
	defer f.DecRef()
	check(f)
	return nil
}
