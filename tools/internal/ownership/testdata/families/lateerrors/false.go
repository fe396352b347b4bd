package lateerrors

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// The deferred Close has nothing left to do.
func joined(w io.WriteCloser, text string) (_ rcpool.Ref[page], err error) {
	out := pages.Get()
	defer rcpool.Drop(&out)
	defer func() { err = errors.Join(err, w.Close()) }()
	if len(text) > 10 {
		return rcpool.Ref[page]{}, errLarge
	}
	if err := w.Close(); err != nil {
		return rcpool.Ref[page]{}, err
	}
	return rcpool.Move(&out), nil
}

func useJoined(w io.WriteCloser) int {
	p, err := joined(w, "text")
	if err != nil {
		return 0
	}
	defer p.Release()
	return len(p.Value().body)
}

// Close sets the error if there is none.
func firstError(w io.WriteCloser) (p rcpool.Ref[page], err error) {
	defer func() {
		if closing := w.Close(); err == nil {
			err = closing
		}
	}()
	if _, err := w.Write(nil); err != nil {
		return rcpool.Ref[page]{}, err
	}
	return pages.Get(), nil
}

func useFirstError(w io.WriteCloser) error {
	p, err := firstError(w)
	if err != nil {
		return err
	}
	p.Release()
	return nil
}

// Another function joins the errors.
func byHelper(c *closer) (p rcpool.Ref[page], err error) {
	defer closeLate(c, &err)
	if err = c.Close(); err != nil {
		return
	}
	p = pages.Get()
	return p, nil
}

func useByHelper(c *closer) int {
	for range 3 {
		p, err := byHelper(c)
		if err != nil {
			continue
		}
		p.Release()
	}
	return 0
}

// The reference is released where the error is set.
func dropped(w io.WriteCloser) (p rcpool.Ref[page], err error) {
	defer func() {
		if err != nil {
			rcpool.Drop(&p)
		}
	}()
	defer func() { err = errors.Join(err, w.Close()) }()
	p = pages.Get()
	_, err = w.Write(p.Value().body)
	return p, err
}

func useDropped(w io.WriteCloser) error {
	p, err := dropped(w)
	if err != nil {
		return err
	}
	p.Release()
	return nil
}

// A struct owns the page.
type document struct{ body rcpool.Ref[page] }

func (d *document) Close() { d.body.Release() }

func open(w io.WriteCloser) (d *document, err error) {
	defer func() {
		if closing := w.Close(); closing != nil && err == nil {
			err = closing
		}
	}()
	return &document{body: pages.Get()}, nil
}

func useOpen(w io.WriteCloser) error {
	d, err := open(w)
	if err != nil {
		return err
	}
	d.Close()
	return nil
}

// The caller says how the page is filled.
func filled(w io.WriteCloser, fill func(*page) error) (p rcpool.Ref[page], err error) {
	defer func() { err = errors.Join(err, w.Close()) }()
	p = pages.Get()
	if err := fill(p.Value()); err != nil {
		p.Release()
		return rcpool.Ref[page]{}, err
	}
	return p, nil
}

func useFilled(w io.WriteCloser) error {
	p, err := filled(w, func(p *page) error {
		p.body = append(p.body, 1)
		return nil
	})
	if err != nil {
		return err
	}
	p.Release()
	return nil
}
