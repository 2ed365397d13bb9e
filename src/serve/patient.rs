//! A connection whose client has to take what it asked for.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long a client may take nothing of an answer.
const TIME: Duration = Duration::from_secs(10);

/// A stream that fails when its other end takes nothing for [`TIME`].
pub(super) struct Patient {
    stream: TcpStream,
    /// The end of the present wait to write.
    wait: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub fn new(stream: TcpStream) -> Patient {
        Patient { stream, wait: None }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if written.is_ready() {
            self.wait = None;
            return written;
        }
        let wait = self.wait.get_or_insert_with(|| Box::pin(sleep(TIME)));
        wait.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
