package cleanuplists

import "github.com/rcpool/rcpool"

// The list is forgotten where the caller gets the transaction.
func prepare(name string) (rcpool.Ref[Tx], error) {
	var undo []func()
	defer func() {
		for _, f := range undo {
			f()
		}
	}()
	tx := txs.Get()
	undo = append(undo, tx.Release)
	if err := check(name); err != nil {
		return rcpool.Ref[Tx]{}, err
	}
	undo = nil
	return tx, nil
}

// The functions of the list release each transaction once.
func applyOnce(names ...string) error {
	var undo cleanup
	defer func() { undo.run() }()
	for _, name := range names {
		tx := txs.Get()
		undo.add(tx.Release)
		if err := check(name); err != nil {
			return err
		}
	}
	return nil
}

// What failed is not in the list yet.
func openLater(name string) error {
	s := newSession(name)
	defer s.Close()
	tx := txs.Get()
	if err := check(name); err != nil {
		tx.Release()
		return err
	}
	s.onClose(tx.Release)
	return nil
}

// The caller closes the session.
func opened(name string) (*session, error) {
	s := &session{name: name}
	tx := txs.Get()
	s.onClose(func() { tx.Release() })
	if err := check(name); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// The second call of Close finds nothing.
func closedTwice(name string) error {
	s := &session{name: name}
	defer s.Close()
	tx := txs.Get()
	s.onClose(tx.Release)
	if err := check(name); err != nil {
		s.Close()
		return err
	}
	return nil
}

// It is read before the session is closed.
func inTime(name string) int {
	s := &session{name: name}
	defer s.Close()
	tx := scratch.Get().(*Tx)
	tx.ID = len(name)
	s.onClose(func() { scratch.Put(tx) })
	return tx.ID
}

// The functions in the list only read it.
func fired(name string) int {
	s := &session{name: name}
	tx := txs.Get()
	defer tx.Release()
	total := 0
	s.onEvent(func() { total += tx.Value().ID })
	s.fire()
	s.fire()
	return total
}

// A guarded session releases only once.
func guardedOnce(name string) error {
	g := new(guarded)
	defer g.close()
	tx := scratch.Get().(*Tx)
	tx.ID = len(name)
	g.onClose(func() error {
		scratch.Put(tx)
		return nil
	})
	if err := check(name); err != nil {
		g.close()
		return err
	}
	return g.close()
}

// The deferred function of the list runs the other list, into which the release comes later.
func applyNested(name string) (_ int, err error) {
	var deferred []func()
	defer func() {
		for i := len(deferred) - 1; i >= 0; i-- {
			deferred[i]()
		}
	}()
	var undo cleanup
	deferred = append(deferred, func() {
		if err != nil {
			undo.run()
		}
	})
	tx := txs.Get()
	undo.add(tx.Release)
	if err := check(name); err != nil {
		return 0, err
	}
	id := tx.Value().ID
	tx.Release()
	return id, nil
}
