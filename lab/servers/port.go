package servers

import (
	"fmt"
	"net"
	"strconv"
)

// addresses returns n addresses that nobody listens on: from port on, or if that
// is 0, free ones. The flag is what a user changes if one is taken.
func addresses(port, n int, flag string) (all []string, err error) {
	var held []net.Listener // until all are found, so that none is there twice
	defer func() {
		for _, l := range held {
			l.Close()
		}
	}()
	for i := range n {
		wanted := port
		if port != 0 {
			wanted += i
		}
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(wanted)))
		if err != nil {
			return nil, fmt.Errorf("port %d: %w; choose another with -%s, or 0 for any that is free", wanted, err, flag)
		}
		held = append(held, l)
		all = append(all, l.Addr().String())
	}
	return all, nil
}

func portOf(address string) string {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		panic(err) // they are all our own
	}
	return port
}
