package errorkinds

import "errors"

// The command was released if a quote is missing.
func run(line string) (int, error) {
	c := acquire()
	err := c.parse(line)
	if errors.Is(err, errQuote) {
		return 0, err
	}
	n := len(c.args)
	release(c)
	return n, err
}

// The same, by comparing, and the other way around.
func runEmpty(line string) (int, error) {
	c := acquire()
	if err := c.parse(line); err != nil {
		if err == errEmpty {
			release(c)
		}
		return 0, err
	}
	n := len(c.args)
	release(c)
	return n, nil
}

// The same in a switch.
func runSwitch(line string) (int, error) {
	c := acquire()
	switch err := c.parse(line); err {
	case errQuote:
		return 0, err
	case errEmpty:
		release(c)
		return 0, err
	}
	n := len(c.args)
	release(c)
	return n, nil
}

// errQuote is wrapped by the error that is compared.
func runWrapped(line string) (int, error) {
	c := acquire()
	err := c.parseLine(line)
	if errors.Is(err, errQuote) {
		return 0, err
	}
	n := len(c.args)
	release(c)
	return n, err
}
