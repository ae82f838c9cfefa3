-- Fails the statement that asks for it, where a session has no room. Said in words: a restore drops tables, not functions.
create or replace function raise_no_room() returns boolean language plpgsql as $$
begin
  raise exception 'no room' using errcode = 'CS001';
end
$$;
