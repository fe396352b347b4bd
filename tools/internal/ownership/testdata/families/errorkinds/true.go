package errorkinds

import "errors"

// The command is released twice if a quote is missing.
func runTwice(line string) (int, error) {
	c := acquire()
	defer release(c)
	if err := c.parse(line); err != nil { // want "double-release: "
		return 0, err
	}
	return len(c.args), nil
}

// The command is released twice if a quote is missing, and lost if there is none.
func runMixed(line string) (int, error) {
	c := acquire()
	err := c.parse(line)
	if errors.Is(err, errEmpty) {
		return 0, err
	}
	n := 0
	if err == nil {
		n = len(c.args)
	}
	release(c) // want "double-release: "
	return n, err
}

// The command is read beside the error after which it was released.
func runStale(line string) (int, error) {
	c := acquire()
	if err := c.parse(line); errors.Is(err, errQuote) {
		return len(c.args), err // want "use-after-release: "
	}
	n := len(c.args)
	release(c)
	return n, nil
}

// The command is released twice if a quote is missing in the line.
func runWrappedTwice(line string) (int, error) {
	c := acquire()
	err := c.parseLine(line)
	n := 0
	if err == nil {
		n = len(c.args)
	}
	release(c) // want "double-release: "
	return n, err
}
