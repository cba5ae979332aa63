/**
 * What Python itself brings: names of builtins, of the standard library's modules, of the methods of builtin types. Plain data.
 *
 * Made from `dir(builtins)`, `dir(str)` and the like, `sys.stdlib_module_names` and `sys.builtin_module_names` of CPython
 * 3.11, joined with the modules that other versions have (3.8 up to 3.14), so that no version's own module is taken for a
 * third party's.
 */

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Names that need no import. */
export const BUILTIN_NAMES: ReadonlySet<string> = words(`
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
  ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
  EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError
  FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
  InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
  ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError
  OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
  RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
  StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
  UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
  UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __build_class__
  __import__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr
  classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit
  filter float format frozenset getattr globals hasattr hash help hex id input int isinstance
  issubclass iter len license list locals map max memoryview min next object oct open ord pow print
  property quit range repr reveal_type reversed round set setattr slice sorted staticmethod str sum
  super tuple type vars zip
`);

/** Top-level modules of the standard library. */
export const STANDARD_MODULES: ReadonlySet<string> = words(`
  __future__ _abc _aix_support _android_support _apple_support _ast _asyncio _bisect _blake2
  _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw
  _collections _collections_abc _colorize _compat_pickle _compression _contextvars _crypt _csv _ctypes
  _curses _curses_panel _datetime _dbm _decimal _elementtree _frozen_importlib
  _frozen_importlib_external _functools _gdbm _hashlib _heapq _hmac _imp _interpchannels _interpqueues
  _interpreters _io _ios_support _json _locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec
  _multiprocessing _opcode _operator _osx_support _overlapped _pickle _posixshmem _posixsubprocess
  _py_abc _pydecimal _pyio _pyrepl _queue _random _remote_debugging _scproxy _sha1 _sha256 _sha3
  _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct
  _suggestions _symtable _sysconfig _thread _threading_local _tkinter _tokenize _tracemalloc _types
  _typing _uuid _warnings _weakref _weakrefset _winapi _zoneinfo _zstd abc aifc annotationlib
  antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex
  bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections
  colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt
  csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings
  ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib
  functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http
  idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache
  locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
  multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os
  ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
  posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
  random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex
  shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants
  sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys
  sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
  tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing
  unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref
  xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`);

/** Compiled in, frozen, or loaded before any path is searched: no file of a project is ever taken for these. */
export const UNSHADOWABLE_MODULES: ReadonlySet<string> = words(`
  _abc _ast _codecs _collections _collections_abc _frozen_importlib _frozen_importlib_external
  _functools _imp _io _locale _operator _signal _sitebuiltins _sre _stat _string _symtable _thread
  _tokenize _tracemalloc _typing _warnings _weakref abc atexit builtins codecs encodings errno
  faulthandler gc genericpath io itertools marshal nt ntpath os posix posixpath pwd runpy site stat
  sys time zipimport
`);

/** Classes of the standard library whose names do not begin with a capital letter. */
export const LOWER_CASE_CLASSES: ReadonlySet<string> = words(`
  array.array collections.defaultdict collections.deque contextlib.aclosing contextlib.closing
  contextlib.nullcontext contextlib.redirect_stderr contextlib.redirect_stdout contextlib.suppress
  ctypes.c_bool ctypes.c_byte ctypes.c_char ctypes.c_char_p ctypes.c_double ctypes.c_float
  ctypes.c_int ctypes.c_int16 ctypes.c_int32 ctypes.c_int64 ctypes.c_int8 ctypes.c_long
  ctypes.c_longlong ctypes.c_short ctypes.c_size_t ctypes.c_ubyte ctypes.c_uint ctypes.c_uint16
  ctypes.c_uint32 ctypes.c_uint64 ctypes.c_uint8 ctypes.c_ulong ctypes.c_ulonglong ctypes.c_ushort
  ctypes.c_void_p ctypes.c_wchar ctypes.c_wchar_p datetime.date datetime.datetime datetime.time
  datetime.timedelta datetime.timezone datetime.tzinfo enum.auto functools.cached_property
  functools.partialmethod functools.singledispatchmethod itertools.accumulate itertools.chain
  itertools.combinations itertools.combinations_with_replacement itertools.compress itertools.count
  itertools.cycle itertools.dropwhile itertools.filterfalse itertools.groupby itertools.islice
  itertools.pairwise itertools.permutations itertools.product itertools.repeat itertools.starmap
  itertools.takewhile itertools.zip_longest mailbox.mbox mailbox.mboxMessage mmap.mmap
  operator.attrgetter operator.itemgetter operator.methodcaller sched.scheduler select.epoll
  shlex.shlex socket.socket threading.local time.struct_time urllib.request.ftpwrapper
  warnings.catch_warnings weakref.finalize weakref.ref
`);

/** What well-known functions of the standard library return: an instance of the class named. */
export const RETURNED_CLASSES: ReadonlyMap<string, string> = new Map([
  ['builtins.open', 'io.TextIOWrapper'],
  ['io.open', 'io.TextIOWrapper'],
  ['os.fdopen', 'io.TextIOWrapper'],
  ['logging.getLogger', 'logging.Logger'],
  ['re.compile', 're.Pattern'],
  ['re.match', 're.Match'],
  ['re.search', 're.Match'],
  ['re.fullmatch', 're.Match'],
  ['threading.current_thread', 'threading.Thread'],
  ['asyncio.get_event_loop', 'asyncio.AbstractEventLoop'],
  ['asyncio.get_running_loop', 'asyncio.AbstractEventLoop'],
  ['asyncio.new_event_loop', 'asyncio.AbstractEventLoop'],
  ['sqlite3.connect', 'sqlite3.Connection'],
  ['hashlib.sha256', 'hashlib.Hash'],
  ['hashlib.sha1', 'hashlib.Hash'],
  ['hashlib.md5', 'hashlib.Hash'],
  ['hashlib.new', 'hashlib.Hash'],
  ['decimal.getcontext', 'decimal.Context'],
  ['csv.reader', 'csv.Reader'],
  ['csv.writer', 'csv.Writer'],
  ['os.getcwd', 'builtins.str'],
  ['os.path.join', 'builtins.str'],
  ['os.path.abspath', 'builtins.str'],
  ['os.path.dirname', 'builtins.str'],
  ['os.path.basename', 'builtins.str'],
  ['os.path.normpath', 'builtins.str'],
  ['os.path.realpath', 'builtins.str'],
  ['os.path.expanduser', 'builtins.str'],
  ['textwrap.dedent', 'builtins.str'],
  ['json.dumps', 'builtins.str'],
  ['subprocess.run', 'subprocess.CompletedProcess'],
  ['argparse.ArgumentParser.parse_args', 'argparse.Namespace'],
]);

/** The public attributes of builtin types. */
export const BUILTIN_METHODS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'str',
    words(`
      capitalize casefold center count encode endswith expandtabs find format format_map index
      isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace
      istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace
      rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title
      translate upper zfill
    `),
  ],
  [
    'bytes',
    words(`
      capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha
      isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition
      removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines
      startswith strip swapcase title translate upper zfill
    `),
  ],
  [
    'bytearray',
    words(`
      append capitalize center clear copy count decode endswith expandtabs extend find fromhex hex
      index insert isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower
      lstrip maketrans partition pop remove removeprefix removesuffix replace reverse rfind rindex
      rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate
      upper zfill
    `),
  ],
  [
    'int',
    words(`
      as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real
      to_bytes
    `),
  ],
  [
    'float',
    words(`
      as_integer_ratio conjugate fromhex hex imag is_integer real
    `),
  ],
  [
    'complex',
    words(`
      conjugate imag real
    `),
  ],
  [
    'bool',
    words(`
      as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real
      to_bytes
    `),
  ],
  [
    // With those of a deque, which counts as a list.
    'list',
    words(`
      append appendleft clear copy count extend extendleft index insert pop popleft remove reverse rotate sort
    `),
  ],
  [
    'tuple',
    words(`
      count index
    `),
  ],
  [
    // With those of OrderedDict, Counter and ChainMap, which count as dictionaries.
    'dict',
    words(`
      clear copy elements fromkeys get items keys most_common move_to_end new_child pop popitem setdefault subtract total
      update values
    `),
  ],
  [
    'set',
    words(`
      add clear copy difference difference_update discard intersection intersection_update
      isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update
      union update
    `),
  ],
  [
    'frozenset',
    words(`
      copy difference intersection isdisjoint issubset issuperset symmetric_difference union
    `),
  ],
  [
    'range',
    words(`
      count index start step stop
    `),
  ],
  [
    'slice',
    words(`
      indices start step stop
    `),
  ],
  [
    'memoryview',
    words(`
      c_contiguous cast contiguous f_contiguous format hex itemsize nbytes ndim obj readonly release
      shape strides suboffsets tobytes tolist toreadonly
    `),
  ],
]);

/** Methods of text (and of bytes) that return their own type. */
export const TEXT_RESULTS: ReadonlySet<string> = words(`
  capitalize casefold center expandtabs format format_map join ljust lower lstrip removeprefix
  removesuffix replace rjust rstrip strip swapcase title translate upper zfill
`);

/** Methods of text (and of bytes) that return a list of their own type. */
export const TEXT_LIST_RESULTS: ReadonlySet<string> = words(`
  partition rpartition rsplit split splitlines
`);

/** Attributes that every object, class or function has. */
export const OBJECT_ATTRIBUTES: ReadonlySet<string> = words(`
  __annotations__ __bases__ __call__ __class__ __closure__ __code__ __defaults__ __delattr__ __dict__
  __dir__ __doc__ __eq__ __format__ __func__ __ge__ __get__ __getattribute__ __getstate__ __globals__
  __gt__ __hash__ __init__ __init_subclass__ __kwdefaults__ __le__ __lt__ __module__ __mro__ __name__
  __ne__ __new__ __qualname__ __reduce__ __reduce_ex__ __repr__ __self__ __setattr__ __sizeof__
  __str__ __subclasses__ __subclasshook__ __weakref__ __wrapped__
`);

/** Attributes that every module has; reading one of them as a name needs no import. */
export const MODULE_ATTRIBUTES: ReadonlySet<string> = words(`
  __annotations__ __builtins__ __cached__ __debug__ __dict__ __doc__ __file__ __loader__ __name__
  __package__ __path__ __spec__
`);

/** What makes a class that derives from it directly a protocol. */
export const PROTOCOLS: ReadonlySet<string> = words('typing.Protocol typing_extensions.Protocol');

/** The type of what `with pytest.raises(…) as caught` and its like of unittest bind. */
export const CAUGHT = 'pytest.ExceptionInfo';
